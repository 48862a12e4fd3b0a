package io.polybloom.internal.local;

import io.polybloom.internal.model.ElementBytes;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * The bits of the layers of one generation, in this JVM. Wherever they were read from, an element is present if all of
 * its bits are set in one of the layers, as in Redis. Bits are only ever set, each word atomically, so look-ups need no
 * lock. The list of layers is immutable; a layer is shared with {@linkplain #with longer} lists.
 */
public final class LocalBits implements ElementLookUp {

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle BYTES_AS_WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /**
     * Room for elements that are looked up together: each bit of a large filter has to come from memory, and a
     * processor asks for those of one element while it still waits for those of others. Reusable; not thread-safe.
     */
    public static final class Block {
        private static final int ELEMENTS = 32;
        private static final int OFFSETS = 8 * Geometry.MAX_HASHES;

        private final ElementBytes[] elements = new ElementBytes[ELEMENTS];

        /** The indices of the elements that no layer has contained so far. */
        private final int[] absent = new int[ELEMENTS];

        /** For each of these, in order: the partition, the offsets, and what the first of them have in common. */
        private final int[] partitions = new int[ELEMENTS];

        private final long[] offsets = new long[OFFSETS];
        private final long[] common = new long[ELEMENTS];

        /** Creates a block. */
        public Block() {
            Arrays.setAll(elements, index -> new ElementBytes());
        }

        /** Returns the bytes of memory that the elements take. */
        long bytes() {
            long bytes = 0;
            for (ElementBytes element : elements) {
                bytes += element.bytes().length;
            }
            return bytes;
        }
    }

    /**
     * The bits of one layer: of each partition m bits, without a trailer. Bit o of a partition is in word o / 64, the
     * first one in the highest place, so that eight bytes of the string make a word in network order.
     */
    private static final class BitLayer {
        /**
         * The bits that are read before any of them decides. Each may have to come from memory, and half of them are
         * set: to wait for one at a time, and to guess wrongly, takes longer than to read all of them at once.
         */
        private static final int AT_ONCE = 4;

        private final Layout layout;
        private final Geometry geometry;
        private final long[][] partitions;

        BitLayer(Layout layout, Geometry geometry, long[][] partitions) {
            this.layout = layout;
            this.geometry = geometry;
            this.partitions = partitions;
        }

        boolean hasAll(ElementBytes element, long[] offsets) {
            long[] words = partition(element, offsets);
            return common(words, offsets, 0) < 0 && hasRest(words, offsets, 0);
        }

        /**
         * Looks for the elements of a block that no layer has contained so far.
         *
         * @param count how many these are
         * @param answers receives true for those that are present; the first element of the block has index {@code at}
         * @return how many of them are absent here, too
         */
        int lookUp(Block block, int count, boolean[] answers, int at) {
            int hashes = geometry.hashes();
            for (int i = 0; i < count; i++) {
                ElementBytes element = block.elements[block.absent[i]];
                block.partitions[i] =
                        layout.locate(element.bytes(), element.length(), geometry, block.offsets, i * hashes);
            }
            // Nothing here waits for a bit.
            for (int i = 0; i < count; i++) {
                block.common[i] = common(partitions[block.partitions[i]], block.offsets, i * hashes);
            }
            int left = 0;
            for (int i = 0; i < count; i++) {
                int index = block.absent[i];
                if (block.common[i] < 0 && hasRest(partitions[block.partitions[i]], block.offsets, i * hashes)) {
                    answers[at + index] = true;
                } else {
                    block.absent[left++] = index;
                }
            }
            return left;
        }

        /**
         * Returns a word that is negative if the first bits of an element, whose offsets begin at an index, are set.
         */
        private long common(long[] words, long[] offsets, int at) {
            int end = at + Math.min(geometry.hashes(), AT_ONCE);
            long common = -1;
            for (int i = at; i < end; i++) {
                // The shift takes the place within the word, and brings the bit to the place of the sign.
                common &= words[(int) (offsets[i] >>> 6)] << offsets[i];
            }
            return common;
        }

        private boolean hasRest(long[] words, long[] offsets, int at) {
            int end = at + geometry.hashes();
            for (int i = at + AT_ONCE; i < end; i++) {
                if (words[(int) (offsets[i] >>> 6)] << offsets[i] >= 0) {
                    return false;
                }
            }
            return true;
        }

        private long[] partition(ElementBytes element, long[] offsets) {
            return partitions[layout.locate(element.bytes(), element.length(), geometry, offsets, 0)];
        }

        void set(ElementBytes element, long[] offsets) {
            long[] words = partition(element, offsets);
            for (int i = 0; i < geometry.hashes(); i++) {
                set(words, (int) (offsets[i] >>> 6), Long.MIN_VALUE >>> offsets[i]);
            }
        }

        static void set(long[] words, int index, long bits) {
            if ((bits & ~words[index]) != 0) {
                WORD.getAndBitwiseOr(words, index, bits);
            }
        }
    }

    private final BitLayer[] newestFirst;

    private LocalBits(BitLayer[] newestFirst) {
        this.newestFirst = newestFirst;
    }

    /** Returns bits without a layer, which contain nothing. */
    public static LocalBits none() {
        return new LocalBits(new BitLayer[0]);
    }

    /** Returns the bytes of memory that the bits of a layer take, apart from a few for each partition. */
    public static long bytes(Geometry geometry) {
        return (long) words(geometry.partitionBits()) * Long.BYTES * geometry.partitions();
    }

    /** Returns these layers and a newer one, in which no bit is set. */
    public LocalBits with(Layout layout, Geometry geometry) {
        long[][] partitions = new long[geometry.partitions()][words(geometry.partitionBits())];
        return with(new BitLayer(layout, geometry, partitions));
    }

    /** Returns these layers and a newer one, whose partitions were read as {@link #words}. */
    public LocalBits with(Layout layout, Geometry geometry, List<long[]> partitions) {
        return with(new BitLayer(layout, geometry, partitions.toArray(new long[0][])));
    }

    private LocalBits with(BitLayer newest) {
        List<BitLayer> layers = new ArrayList<>(List.of(newestFirst));
        layers.add(0, newest);
        return new LocalBits(layers.toArray(new BitLayer[0]));
    }

    /**
     * Returns the bits of a partition, without the trailer.
     *
     * @param pieces those of its string, in their order; the length of each but the last one is a multiple of 8
     */
    public static long[] words(Geometry geometry, List<byte[]> pieces) {
        long[] words = new long[words(geometry.partitionBits())];
        long from = 0;
        for (byte[] piece : pieces) {
            merge(words, from, piece, 0, (int) Math.min(piece.length, geometry.partitionBits() / Byte.SIZE - from));
            from += piece.length;
        }
        return words;
    }

    /** Returns the number of layers. */
    public int layers() {
        return newestFirst.length;
    }

    /** Returns the number of offsets for which {@link #mightContain} and {@link #set} need room. */
    public int mostHashes() {
        int most = 0;
        for (BitLayer layer : newestFirst) {
            most = Math.max(most, layer.geometry.hashes());
        }
        return most;
    }

    /**
     * Returns whether all bits of an element are set in one of the layers.
     *
     * @param offsets is overwritten; has at least {@link #mostHashes} places
     */
    @Override
    public boolean mightContain(ElementBytes element, long[] offsets) {
        for (BitLayer layer : newestFirst) {
            if (layer.hasAll(element, offsets)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean[] mightContainAll(int count, ObjIntConsumer<ElementBytes> elements, Block block) {
        boolean[] answers = new boolean[count];
        int most = Math.min(Block.ELEMENTS, Block.OFFSETS / Math.max(1, mostHashes()));
        for (int from = 0; from < count; from += most) {
            int left = Math.min(most, count - from);
            for (int i = 0; i < left; i++) {
                elements.accept(block.elements[i], from + i);
                block.absent[i] = i;
            }
            for (BitLayer layer : newestFirst) {
                left = layer.lookUp(block, left, answers, from);
            }
        }
        return answers;
    }

    /** Sets the bits of an element in the newest layer, unless it is present already. */
    public void set(ElementBytes element, long[] offsets) {
        if (newestFirst.length > 0 && !mightContain(element, offsets)) {
            newestFirst[0].set(element, offsets);
        }
    }

    /**
     * Sets bits of a partition as they stand in a part of its string.
     *
     * @param layer the place of the layer, oldest first
     * @param firstByte where the part begins, a multiple of 8
     * @param string holds the part, from an index on
     */
    public void merge(int layer, int partition, long firstByte, byte[] string, int from, int length) {
        merge(newestFirst[newestFirst.length - 1 - layer].partitions[partition], firstByte, string, from, length);
    }

    private static void merge(long[] words, long firstByte, byte[] string, int from, int length) {
        int word = Math.toIntExact(firstByte / Long.BYTES);
        int at = from;
        int end = from + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            BitLayer.set(words, word++, (long) BYTES_AS_WORD.get(string, at));
        }
        if (at < end) {
            BitLayer.set(words, word, lastWord(string, at, end));
        }
    }

    private static long lastWord(byte[] string, int from, int end) {
        long word = 0;
        for (int i = from; i < end; i++) {
            word |= (string[i] & 0xffL) << (Long.SIZE - Byte.SIZE * (i - from + 1));
        }
        return word;
    }

    /** Counts the bits that are set in a part of a string. */
    public static int count(byte[] string, int from, int length) {
        int count = 0;
        int at = from;
        int end = from + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            count += Long.bitCount((long) BYTES_AS_WORD.get(string, at));
        }
        return at < end ? count + Long.bitCount(lastWord(string, at, end)) : count;
    }

    private static int words(long bits) {
        return Math.toIntExact((bits - 1) / Long.SIZE + 1);
    }
}
