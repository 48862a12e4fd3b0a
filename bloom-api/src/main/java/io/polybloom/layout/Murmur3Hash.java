package io.polybloom.layout;

/**
 * The hash {@code murmur3-128}: the words of murmur3_x64_128 (Appleby, MurmurHash3.cpp). With seed 0 both words of the
 * empty element would be 0, and all of its offsets the same; hence a seed other than 0. Frozen.
 */
final class Murmur3Hash extends ElementHash {

    static final Murmur3Hash INSTANCE = new Murmur3Hash();

    /** The letters "poly". */
    private static final int SEED = 0x706f6c79;

    private static final int BLOCK_BYTES = 2 * Long.BYTES;
    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;

    private Murmur3Hash() {}

    @Override
    public String id() {
        return MURMUR3;
    }

    @Override
    long hash(byte[] element, int length, long[] words, int at) {
        long h1 = SEED;
        long h2 = SEED;
        int next = 0;
        for (; next + BLOCK_BYTES <= length; next += BLOCK_BYTES) {
            h1 = (Long.rotateLeft(h1 ^ ofFirst(word(element, next)), 27) + h2) * 5 + 0x52dce729;
            h2 = (Long.rotateLeft(h2 ^ ofSecond(word(element, next + Long.BYTES)), 31) + h1) * 5 + 0x38495ab5;
        }
        // Words that are missing are zeros, which change nothing.
        if (next + Long.BYTES <= length) {
            h1 ^= ofFirst(word(element, next));
            h2 ^= ofSecond(lastBytes(element, next + Long.BYTES, length));
        } else {
            h1 ^= ofFirst(lastBytes(element, next, length));
        }
        h1 ^= length;
        h2 ^= length;
        h1 += h2;
        h2 += h1;
        h1 = ElementHash.mix(h1);
        h2 = ElementHash.mix(h2);
        h1 += h2;
        words[at] = h1;
        return h2 + h1;
    }

    /** Returns what the first word of a block adds to h1. */
    private static long ofFirst(long word) {
        return Long.rotateLeft(word * C1, 31) * C2;
    }

    /** Returns what the second word of a block adds to h2. */
    private static long ofSecond(long word) {
        return Long.rotateLeft(word * C2, 33) * C1;
    }
}
