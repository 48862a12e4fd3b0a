/** One class per command, and the work behind it. */
@NullMarked
package io.polybloom.cli.command;

import org.jspecify.annotations.NullMarked;
