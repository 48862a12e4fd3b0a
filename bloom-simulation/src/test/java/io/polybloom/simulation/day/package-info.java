/** A long day of a filter with a window, with many events, on the clock of the simulation. */
@NullMarked
package io.polybloom.simulation.day;

import org.jspecify.annotations.NullMarked;
