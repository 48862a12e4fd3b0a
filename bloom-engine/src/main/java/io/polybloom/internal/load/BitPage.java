package io.polybloom.internal.load;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some of the first 2^23 bits after a place in a partition: a list while they are few, a bitmap of at most 1 MiB and a
 * short list of bits that wait for it once that is smaller. Not thread-safe.
 */
final class BitPage {

    /** The logarithm of the number of bits. */
    static final int SHIFT = 23;

    /** The number of bits. */
    static final int BITS = 1 << SHIFT;

    private static final int BYTES_OF_BITMAP = BITS / Byte.SIZE;
    private static final int SHORTEST_LIST = 16;

    /**
     * The largest number of bits that wait to be set in a bitmap. Set one after another in one loop, their misses of
     * the cache overlap: a load of 10^7 elements takes 0.55 times as long as if each was set at once, and one of 10^8
     * 0.6 times. 256 are as good; with 2,048 the lists of 26 partitions no longer fit beside the bitmaps.
     */
    private static final int LONGEST_WITH_BITMAP = 512;

    private final int mostBytes;
    private int[] list = new int[SHORTEST_LIST];
    private int size;
    private byte @Nullable [] bitmap;

    /** Creates a page without a bit set, for at most the given number of bits. */
    BitPage(long bits) {
        mostBytes = (int) Math.min(BYTES_OF_BITMAP, (bits + Byte.SIZE - 1) / Byte.SIZE);
    }

    /** Returns the memory that an empty page takes, in bytes. */
    static int emptyBytes() {
        return Integer.BYTES * SHORTEST_LIST;
    }

    /** Sets a bit and returns by how many bytes the page has grown for it. */
    int set(int bit) {
        int grown = size == list.length ? makeRoom() : 0;
        list[size++] = bit;
        return grown;
    }

    /** Returns the number of bits that were set, counting repeated ones; -1 if there are too many for a list. */
    int listed() {
        return bitmap == null ? size : -1;
    }

    /** Copies the bits of the list, each moved by the place of the page, and returns the index after the last. */
    int copyTo(long[] offsets, int at, long moved) {
        for (int i = 0; i < size; i++) {
            offsets[at + i] = moved + list[i];
        }
        return at + size;
    }

    /** Returns the bytes up to the last one that is not zero; nobody may set a bit afterwards. */
    byte[] bytes() {
        return trimmed(drawn());
    }

    /** Returns the bytes up to the last one that is not zero. */
    static byte[] trimmed(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Makes room in the full list and returns by how many bytes the page has grown. */
    private int makeRoom() {
        if (bitmap != null) {
            draw(bitmap);
            size = 0;
            return 0;
        }
        int before = list.length;
        if (2L * Integer.BYTES * before < mostBytes) {
            list = Arrays.copyOf(list, 2 * before);
            return Integer.BYTES * before;
        }
        bitmap = new byte[mostBytes];
        draw(bitmap);
        size = 0;
        list = new int[Math.min(before, LONGEST_WITH_BITMAP)];
        return mostBytes - Integer.BYTES * (before - list.length);
    }

    private byte[] drawn() {
        byte[] bytes = bitmap == null ? new byte[mostBytes] : bitmap;
        draw(bytes);
        return bytes;
    }

    /** Sets the bits of the list, which keeps them. */
    private void draw(byte[] bytes) {
        for (int i = 0; i < size; i++) {
            bytes[list[i] >> 3] |= (byte) (128 >> (list[i] & 7));
        }
    }
}
