/** Engines that lack one guard of the protocols: the simulator must detect each. */
@NullMarked
package io.polybloom.simulation.wrong;

import org.jspecify.annotations.NullMarked;
