/**
 * A Redis without sockets: keys, types, errors and expiries as a real server has them, on a clock that the simulation
 * moves.
 */
@NullMarked
package io.polybloom.simulation.redis;

import org.jspecify.annotations.NullMarked;
