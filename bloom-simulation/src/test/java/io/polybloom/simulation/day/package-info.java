/** A long day of a filter that forgets, with many events and the clock of the simulation. */
@NullMarked
package io.polybloom.simulation.day;

import org.jspecify.annotations.NullMarked;
