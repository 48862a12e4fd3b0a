/**
 * Rebuilds a filter while it is in use: makes and fills the next generation, which then replaces the current one. Not
 * exported.
 *
 * <p>{@code Rebuilding} is the client that rebuilds, {@code Abandonment} gives a rebuild up. The others meet the
 * rebuild by a mark in {@code model.Trailer}, or in what is stored. Then {@code CarryOver} brings what they add into
 * the next generation. {@code RebuildRoom} answers what the core asks.
 */
@NullMarked
package io.polybloom.internal.rebuild;

import org.jspecify.annotations.NullMarked;
