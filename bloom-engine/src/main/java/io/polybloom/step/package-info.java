/**
 * Operations as steps: the engine makes them without any I/O, and a driver runs them. And what steps know of the world
 * around them: clocks, ids, and how long a byte takes on the network.
 */
@NullMarked
package io.polybloom.step;

import org.jspecify.annotations.NullMarked;
