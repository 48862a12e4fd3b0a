/** The command line {@code bloom}: one class per command, options that they share, and what they print. */
@NullMarked
package io.polybloom.cli;

import org.jspecify.annotations.NullMarked;
