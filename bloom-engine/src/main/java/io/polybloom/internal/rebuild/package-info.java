/**
 * Rebuilds a filter while it is in use: makes and fills the next generation, which then replaces the current one. Not
 * exported.
 *
 * <p>{@code Rebuilding} is the client that rebuilds; {@code NextGeneration} is what it makes. The others meet the
 * rebuild in {@code model.Trailer}, which has its mark; in {@code membership.CarryOver}, which brings what they add
 * into the next generation; in {@code birth.NextLayerOpening}, which lets that one grow; and in
 * {@code opening.RebuildDecision}, which ends the rebuild.
 */
@NullMarked
package io.polybloom.internal.rebuild;

import org.jspecify.annotations.NullMarked;
