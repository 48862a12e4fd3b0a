/** The comparison of the simulated Redis with a real one. */
@NullMarked
package io.polybloom.simulation.redis;

import org.jspecify.annotations.NullMarked;
