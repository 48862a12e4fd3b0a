/** Mistakes in what is sent. */
@NullMarked
package io.polybloom.tck.wrong.command;

import org.jspecify.annotations.NullMarked;
