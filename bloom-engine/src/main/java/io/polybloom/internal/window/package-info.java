/**
 * The time of a filter with a window, and the slices that it remembers. Not exported.
 *
 * <p>{@code Present} says what of a generation counts at a time of the server, and {@code SliceOpening} prepares the
 * keys for the next slice. The rest of a window is elsewhere: {@code model.Cells}, the bits of an element in all
 * slices; {@code model.Succession} and {@code model.MovingLayer}, the layer whose keys move on; and
 * {@code redis.PartitionMove}, which moves them.
 */
@NullMarked
package io.polybloom.internal.window;

import org.jspecify.annotations.NullMarked;
