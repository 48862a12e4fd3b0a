/**
 * Adds elements and looks them up, one or many. Not exported.
 *
 * <p>{@code SingleOperation} is the fast path of one element. {@code BulkAdd}, {@code BulkLookUp} and
 * {@code BulkRemoval} extend {@code BulkOperation}, which makes a {@code Pass} over a portion of the elements; the pass
 * asks its {@code Chunker} for a {@code Chunk} of each partition, which is one {@code Exchange}: of bits, or of
 * elements if the layer has an {@code ElementStorage}. Its reply becomes a {@code PartitionAnswer}, is kept in the
 * {@code PassResult}, and decides how the operation continues, and at its end the answers. {@code NewerLayers} follows
 * what a sealed partition does not know; a {@code Relay} brings what was added where else it must be.
 */
@NullMarked
package io.polybloom.internal.membership;

import org.jspecify.annotations.NullMarked;
