/**
 * Finds filters, and creates the native ones. Not exported.
 *
 * <p>Begin with {@code Openings}, which chooses by the layout: a {@code NativeOpening} reads a register; others, which
 * an {@code OpeningRoom} knows, read what another system has stored. What another client has begun is ended by
 * {@code register.Finishing}.
 */
@NullMarked
package io.polybloom.internal.opening;

import org.jspecify.annotations.NullMarked;
