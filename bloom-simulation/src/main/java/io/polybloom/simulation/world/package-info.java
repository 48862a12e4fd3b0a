/** Worlds: what is there at the beginning, who acts, which faults may happen, and one run of all that. */
@NullMarked
package io.polybloom.simulation.world;

import org.jspecify.annotations.NullMarked;
