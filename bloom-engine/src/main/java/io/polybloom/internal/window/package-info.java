/**
 * The time of a filter with a window, and the slices that it remembers. Not exported.
 *
 * <p>{@code WindowRoom} is what the core asks. {@code Columns} are the bits of an element in all slices;
 * {@code MovingLayer} is the layer whose keys move on; {@code RememberedSlices} says what of a generation counts at a
 * time of the server; {@code WindowAdd} adds elements, {@code SliceOpening} prepares the keys for the next slice, and
 * {@code PartitionMove} moves them.
 */
@NullMarked
package io.polybloom.internal.window;

import org.jspecify.annotations.NullMarked;
