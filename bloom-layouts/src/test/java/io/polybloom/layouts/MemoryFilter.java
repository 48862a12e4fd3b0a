package io.polybloom.layouts;

import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.ForeignLayout.Place;
import io.polybloom.layout.Geometry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The bits of a filter in memory, and the strings that Redis would have: as long as the highest bit asks for. */
final class MemoryFilter {

    private final ForeignLayout layout;
    private final Geometry geometry;
    private final int servers;
    private final Map<Place, BitSet> strings = new HashMap<>();
    private final long[] offsets;
    private BitSet located = new BitSet();

    MemoryFilter(ForeignLayout layout, Geometry geometry, int servers) {
        this.layout = layout;
        this.geometry = geometry;
        this.servers = servers;
        this.offsets = new long[geometry.hashes()];
    }

    MemoryFilter(ForeignLayout layout, Geometry geometry) {
        this(layout, geometry, 1);
    }

    /** Whether one of the bits was not set. */
    boolean add(byte[] element) {
        boolean isNew = !mightContain(element);
        for (long offset : offsets) {
            located.set((int) offset);
        }
        return isNew;
    }

    boolean mightContain(byte[] element) {
        int partition = layout.locate(element, element.length, geometry, offsets, 0);
        located = strings.computeIfAbsent(layout.place("x", geometry, servers, partition), place -> new BitSet());
        for (long offset : offsets) {
            if (!located.get(Math.toIntExact(offset))) {
                return false;
            }
        }
        return true;
    }

    /** The string of a filter that has one only. */
    byte[] string() {
        if (strings.size() != 1) {
            throw new IllegalStateException("the filter has " + strings.size() + " strings");
        }
        return redisOrder(strings.values().iterator().next());
    }

    long bitCount() {
        return strings.values().stream().mapToLong(BitSet::cardinality).sum();
    }

    /** Bit o is in byte o / 8, mask 128 >> o % 8. */
    static byte[] redisOrder(BitSet bits) {
        byte[] string = bits.toByteArray();
        for (int i = 0; i < string.length; i++) {
            string[i] = (byte) (Integer.reverse(string[i]) >>> 24);
        }
        return string;
    }

    static List<Long> setBits(byte[] string) {
        List<Long> bits = new ArrayList<>();
        for (long bit = 0; bit < string.length * 8L; bit++) {
            if ((string[(int) (bit >> 3)] & 128 >> (bit & 7)) != 0) {
                bits.add(bit);
            }
        }
        return bits;
    }
}
