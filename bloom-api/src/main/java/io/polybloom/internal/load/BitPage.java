package io.polybloom.internal.load;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some of the first 2^23 bits after a place in a partition: a list while they are few, a bitmap of at most 1 MiB once
 * that is smaller. Not thread-safe.
 */
final class BitPage {

    /** The logarithm of the number of bits. */
    static final int SHIFT = 23;

    /** The number of bits. */
    static final int BITS = 1 << SHIFT;

    private static final int BYTES_OF_BITMAP = BITS / Byte.SIZE;
    private static final int SHORTEST_LIST = 16;

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
        if (bitmap == null) {
            return append(bit);
        }
        bitmap[bit >> 3] |= (byte) (128 >> (bit & 7));
        return 0;
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
        return trimmed(bitmap == null ? drawn() : bitmap);
    }

    /** Returns the bytes up to the last one that is not zero. */
    static byte[] trimmed(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private int append(int bit) {
        int grown = 0;
        if (size == list.length) {
            if (2L * Integer.BYTES * size >= mostBytes) {
                bitmap = drawn();
                grown = mostBytes - Integer.BYTES * list.length;
                list = new int[0];
                size = 0;
                return grown + set(bit);
            }
            grown = Integer.BYTES * size;
            list = Arrays.copyOf(list, 2 * size);
        }
        list[size++] = bit;
        return grown;
    }

    private byte[] drawn() {
        byte[] bytes = new byte[mostBytes];
        for (int i = 0; i < size; i++) {
            bytes[list[i] >> 3] |= (byte) (128 >> (list[i] & 7));
        }
        return bytes;
    }
}
