/** Worlds in which elements are removed. */
@NullMarked
package io.polybloom.simulation.removal;

import org.jspecify.annotations.NullMarked;
