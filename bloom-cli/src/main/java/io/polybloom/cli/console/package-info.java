/** The streams of a command, and everything on stderr: errors, warnings, progress. */
@NullMarked
package io.polybloom.cli.console;

import org.jspecify.annotations.NullMarked;
