package io.polybloom.internal.model;

import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.HashedLayout;
import java.util.Arrays;

/**
 * The offsets of the bits of some elements within one partition, in order, k for each: all those of a bulk operation
 * are in memory at the same time. Offsets are below 2^32, the bits of the largest string. Confined to one thread at a
 * time.
 */
public abstract class Offsets {

    private Offsets() {}

    /** Returns an empty list, at four bytes for each offset, with room for some offsets; taking more costs copying. */
    public static Offsets list(int room) {
        return new Listed(room);
    }

    /** Returns a list of offsets. */
    public static Offsets of(long... offsets) {
        Offsets list = new Listed(offsets.length);
        list.add(offsets, offsets.length);
        return list;
    }

    /**
     * Returns an empty list that keeps the hash of each element of a layer, from which its offsets are found again.
     *
     * @param elements for how many there is room; taking more costs copying
     */
    public static Offsets ofHashes(Layer layer, int elements) {
        return new Hashed(layer, elements);
    }

    /** Returns the bytes that an element of a layer takes in the list that takes the least. */
    public static int bytesOfAnElement(Layer layer) {
        int listed = layer.words() * Integer.BYTES;
        return layer.hashed().isPresent() ? Math.min(listed, ElementHash.WORDS * Long.BYTES) : listed;
    }

    /**
     * Appends an element, or several if the offsets themselves are listed.
     *
     * @param numbers begins with the offsets, or with the two words of the hash
     * @param count the number of offsets or words
     */
    public abstract void add(long[] numbers, int count);

    /** Returns the offset at a place. To ask for all offsets of an element at once takes less time. */
    public abstract long get(int place);

    /**
     * Finds the offsets of an element.
     *
     * @param offsets receives them all, k
     */
    public abstract void find(int element, long[] offsets);

    /** Returns the number of offsets. */
    public abstract int size();

    /** Returns a copy of some of the offsets. */
    public Offsets part(int from, int to) {
        Listed part = new Listed(to - from);
        for (int place = from; place < to; place++) {
            part.values[place - from] = (int) get(place);
        }
        part.size = to - from;
        return part;
    }

    private static final class Listed extends Offsets {

        private int[] values;
        private int size;

        Listed(int room) {
            this.values = new int[room];
        }

        @Override
        public void add(long[] offsets, int count) {
            if (values.length - size < count) {
                values = Arrays.copyOf(values, Math.max(values.length + values.length / 2, size + count));
            }
            for (int i = 0; i < count; i++) {
                values[size + i] = (int) offsets[i];
            }
            size += count;
        }

        @Override
        public long get(int place) {
            return Integer.toUnsignedLong(values[place]);
        }

        @Override
        public void find(int element, long[] offsets) {
            int from = element * offsets.length;
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] = Integer.toUnsignedLong(values[from + i]);
            }
        }

        @Override
        public int size() {
            return size;
        }
    }

    private static final class Hashed extends Offsets {

        private static final int NONE = -1;

        private final HashedLayout layout;
        private final Geometry geometry;
        private long[] words;
        private int size;

        /** The offsets of the element that was asked for last. */
        private final long[] found;

        private int last = NONE;

        Hashed(Layer layer, int elements) {
            this.layout = layer.hashed().orElseThrow();
            this.geometry = layer.geometry();
            this.words = new long[ElementHash.WORDS * elements];
            this.found = new long[geometry.hashes()];
        }

        @Override
        public void add(long[] hash, int count) {
            if (words.length - size < ElementHash.WORDS) {
                words = Arrays.copyOf(words, Math.max(size + size / 2, size + ElementHash.WORDS));
            }
            words[size] = hash[0];
            words[size + 1] = hash[1];
            size += ElementHash.WORDS;
        }

        @Override
        public long get(int place) {
            int element = place / found.length;
            if (element != last) {
                find(element, found);
                last = element;
            }
            return found[place % found.length];
        }

        @Override
        public void find(int element, long[] offsets) {
            int at = ElementHash.WORDS * element;
            layout.locate(words[at], words[at + 1], geometry, offsets, 0);
        }

        @Override
        public int size() {
            return size / ElementHash.WORDS * found.length;
        }
    }
}
