/**
 * Rebuilds a filter while it is in use: makes and fills the next generation, which then replaces the current one. Not
 * exported.
 *
 * <p>{@code Rebuilding} is the client that rebuilds, {@code Abandonment} gives a rebuild up. The others meet the
 * rebuild in {@code model.Trailer}, which has its mark; in {@code membership.CarryOver}, which brings what they add
 * into the next generation; and in {@code growth.LayerOpening}, which lets that one grow.
 */
@NullMarked
package io.polybloom.internal.rebuild;

import org.jspecify.annotations.NullMarked;
