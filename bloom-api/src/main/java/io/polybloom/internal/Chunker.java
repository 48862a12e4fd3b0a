package io.polybloom.internal;

import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Divides elements into chunks for one layer, reading no further than the next chunk needs.
 *
 * <p>The chunks of a lane never overtake each other, and equal elements have the same lane, so the first of them is the first to
 * arrive. A partition has several lanes if there are few partitions: then one chunk is on its way while the server is busy with another.
 */
final class Chunker {

    /** With fewer, the chunks that are ready would often be of one lane, and the server would wait. */
    private static final int ENOUGH_LANES = 4;

    private final Elements elements;
    private final BitSet which;
    private final Layout layout;
    private final Layer layer;
    private final KnownElements known;
    private final int firstLane;
    private final int mostBits;
    private final int lanesOfPartition;
    private final @Nullable Chunk[] open;
    private final long[] offsets;
    private final Deque<Chunk> rest = new ArrayDeque<>();
    private int next;

    /** Prepares the division into the lanes from that one; a chunk takes as many bits as the way of access allows. */
    Chunker(Elements elements, BitSet which, KnownElements known, Layer layer, int firstLane, Access access) {
        this.elements = elements;
        this.which = which;
        this.layout = layer.layout();
        this.mostBits = Touch.mostBits(access, layer);
        this.layer = layer;
        this.known = known;
        Geometry geometry = layer.geometry();
        this.firstLane = firstLane;
        this.lanesOfPartition = lanesOfPartition(geometry, which.cardinality());
        this.open = new Chunk[geometry.partitions() * lanesOfPartition];
        this.offsets = new long[geometry.hashes()];
        this.next = which.nextSetBit(0);
    }

    /** The next chunk: a full one while there are any, then the rest of each partition; null when there are no more. */
    @Nullable
    Chunk next() {
        while (next >= 0) {
            Chunk chunk = known.contains(next) ? null : place(next);
            next = which.nextSetBit(next + 1);
            if (next < 0) {
                flush();
            } else if (chunk != null && chunk.isFull()) {
                open[chunk.lane() - firstLane] = null;
                return chunk;
            }
        }
        return rest.poll();
    }

    /** The number of lanes that the division uses. */
    int lanes() {
        return open.length;
    }

    private int lanesOfPartition(Geometry geometry, long elements) {
        long chunks = elements * geometry.hashes() / geometry.partitions() / mostBits + 1;
        int enough = (ENOUGH_LANES + geometry.partitions() - 1) / geometry.partitions();
        return (int) Math.min(chunks, enough);
    }

    private Chunk place(int index) {
        ElementBytes bytes = elements.bytes(index);
        int number = layout.locate(bytes.bytes(), bytes.length(), layer.geometry(), offsets, 0);
        int slot = number * lanesOfPartition + (int) (offsets[0] % lanesOfPartition);
        Chunk chunk = open[slot];
        if (chunk == null) {
            chunk = new Chunk(layer.partition(number), firstLane + slot, mostBits);
            open[slot] = chunk;
        }
        chunk.add(index, offsets);
        return chunk;
    }

    private void flush() {
        for (Chunk chunk : open) {
            if (chunk != null) {
                rest.add(chunk);
            }
        }
    }
}
