/** The servers of the simulated world, on a clock that the simulation sets. */
@NullMarked
package io.polybloom.simulation.redis;

import org.jspecify.annotations.NullMarked;
