/** Mistakes in the commands that are sent. */
@NullMarked
package io.polybloom.tck.wrong.command;

import org.jspecify.annotations.NullMarked;
