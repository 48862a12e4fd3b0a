package io.polybloom.layout;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The hash {@code siphash-2-4}: h1 is SipHash-2-4 (Aumasson and Bernstein 2012) of the element under the key, h2 under
 * the key with its halves swapped. Without the key nobody can compute elements whose bits are those of a given one.
 * Frozen.
 */
final class SipHash extends ElementHash {

    private static final Pattern KEY = Pattern.compile("[0-9a-f]{32}");

    private final String key;
    private final long first;
    private final long second;

    SipHash(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("a key must be 32 lower-case hexadecimal digits");
        }
        byte[] bytes = HexFormat.of().parseHex(key);
        this.key = key;
        this.first = word(bytes, 0);
        this.second = word(bytes, Long.BYTES);
    }

    @Override
    public String id() {
        return SIPHASH;
    }

    @Override
    public Optional<String> key() {
        return Optional.of(key);
    }

    @Override
    long hash(byte[] element, int length, long[] words, int at) {
        words[at] = hash(first, second, element, length);
        return hash(second, first, element, length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SipHash hash && key.equals(hash.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    /**
     * SipHash-2-4 under the key that is k0 and k1, each in little-endian order. After the words of the element comes
     * the end, which is mixed by more rounds and has no word. The state is in variables, so that no object is made.
     */
    private static long hash(long k0, long k1, byte[] element, int length) {
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        int end = length / Long.BYTES + 1;
        for (int i = 0; i <= end; i++) {
            long word = i == end ? 0 : word(element, length, i);
            v3 ^= word;
            v2 ^= i == end ? 0xff : 0;
            for (int rounds = i == end ? 4 : 2; rounds > 0; rounds--) {
                v0 += v1;
                v2 += v3;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v1;
                v0 += v3;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= word;
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    /** Returns a word of the element; the last one has the length in its highest byte. */
    private static long word(byte[] element, int length, int index) {
        int from = index * Long.BYTES;
        return from + Long.BYTES <= length
                ? word(element, from)
                : (long) length << 56 | lastBytes(element, from, length);
    }
}
