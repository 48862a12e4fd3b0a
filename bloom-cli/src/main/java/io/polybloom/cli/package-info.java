/** The program {@code bloom}: its entry, its help, and the exit code of whatever went wrong. */
@NullMarked
package io.polybloom.cli;

import org.jspecify.annotations.NullMarked;
