/** Worlds: the keys at the beginning, the actors, the possible faults, and one run of a schedule. */
@NullMarked
package io.polybloom.simulation.world;

import org.jspecify.annotations.NullMarked;
