/** Engines that lack one guard of the protocols: the simulator must notice each. */
@NullMarked
package io.polybloom.simulation.wrong;

import org.jspecify.annotations.NullMarked;
