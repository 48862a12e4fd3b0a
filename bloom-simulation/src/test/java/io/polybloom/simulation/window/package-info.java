/** Filters with a window, at the end of a slice and beyond. */
@NullMarked
package io.polybloom.simulation.window;

import org.jspecify.annotations.NullMarked;
