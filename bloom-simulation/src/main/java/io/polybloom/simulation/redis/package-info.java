/** The servers of the simulated world, on a clock that the simulation moves. */
@NullMarked
package io.polybloom.simulation.redis;

import org.jspecify.annotations.NullMarked;
