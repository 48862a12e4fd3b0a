/**
 * The time of a filter with a window, and the slices that it remembers. Not exported.
 *
 * <p>{@code Present} says what of a generation counts at a time of the server. The rest of a window is elsewhere:
 * {@code config.Slices}, the slices for which keys are prepared; {@code model.Cells}, the bits of an element in all
 * slices; {@code model.Succession} and {@code model.MovingLayer}, the layer whose keys move on;
 * {@code birth.SliceBirth} and {@code redis.PartitionMove}, which move them.
 */
@NullMarked
package io.polybloom.internal.window;

import org.jspecify.annotations.NullMarked;
