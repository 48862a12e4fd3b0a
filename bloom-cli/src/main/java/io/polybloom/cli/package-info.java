/** The program {@code bloom}: its entry point, its help and its exit codes. */
@NullMarked
package io.polybloom.cli;

import org.jspecify.annotations.NullMarked;
