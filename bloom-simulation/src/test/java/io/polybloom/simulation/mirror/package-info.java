/** Worlds in which a mirror is asked. */
@NullMarked
package io.polybloom.simulation.mirror;

import org.jspecify.annotations.NullMarked;
