/** The exploration of a world: which schedules, how many, what was found, and the shortest schedule that shows it. */
@NullMarked
package io.polybloom.simulation.explore;

import org.jspecify.annotations.NullMarked;
