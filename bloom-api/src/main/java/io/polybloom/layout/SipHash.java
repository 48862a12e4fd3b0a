package io.polybloom.layout;

import com.dynatrace.hash4j.hashing.HashValue128;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
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
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final String key;
    private final long first;
    private final long second;

    SipHash(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("a key must be 32 lower-case hexadecimal digits");
        }
        byte[] bytes = HexFormat.of().parseHex(key);
        this.key = key;
        this.first = (long) LONG.get(bytes, 0);
        this.second = (long) LONG.get(bytes, Long.BYTES);
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
    HashValue128 hash(byte[] element, int length) {
        long h1 = hash(first, second, element, length);
        long h2 = hash(second, first, element, length);
        return new HashValue128(h2, h1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SipHash hash && key.equals(hash.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    /** SipHash-2-4 under the key that is k0 and k1, each in little-endian order. */
    private static long hash(long k0, long k1, byte[] element, int length) {
        State state = new State(k0, k1);
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            state.compress((long) LONG.get(element, at));
        }
        long last = (long) length << 56;
        for (int i = 0; at + i < length; i++) {
            last |= (element[at + i] & 0xffL) << (Byte.SIZE * i);
        }
        state.compress(last);
        return state.end();
    }

    /** The four words of the algorithm. */
    private static final class State {

        private long v0;
        private long v1;
        private long v2;
        private long v3;

        State(long k0, long k1) {
            v0 = k0 ^ 0x736f6d6570736575L;
            v1 = k1 ^ 0x646f72616e646f6dL;
            v2 = k0 ^ 0x6c7967656e657261L;
            v3 = k1 ^ 0x7465646279746573L;
        }

        void compress(long word) {
            v3 ^= word;
            round();
            round();
            v0 ^= word;
        }

        long end() {
            v2 ^= 0xff;
            round();
            round();
            round();
            round();
            return v0 ^ v1 ^ v2 ^ v3;
        }

        private void round() {
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
    }
}
