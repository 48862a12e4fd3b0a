/**
 * Finds what answers a question of the core, without knowing it. Not exported.
 *
 * <p>A <i>seam</i> is an interface of the core: a question that a feature may answer. A <i>room</i> is the package of
 * one feature, which implements the seams that concern it. The table of all rooms is {@code rooms.Rooms}.
 */
@NullMarked
package io.polybloom.internal.seam;

import org.jspecify.annotations.NullMarked;
