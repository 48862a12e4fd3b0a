package io.polybloom.layouts;

import com.dynatrace.hash4j.hashing.HashValue128;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * HighwayHash with a result of 128 bits (Alakuijala, Cox, Wassenberg 2016, Fast keyed hash/pseudo-random function using
 * SIMD multiply and permute, arXiv 1612.06257; reference implementation: github.com/google/highwayhash). One object
 * hashes one input.
 */
final class HighwayHash {

    private static final int LANES = 4;
    private static final int PACKET = LANES * Long.BYTES;
    private static final int ROUNDS_OF_128_BITS = 6;
    private static final long LOW_HALF = 0xffffffffL;

    /** The first hexadecimal digits of pi's fraction, as the reference orders them. */
    private static final long[] START_0 = {
        0xdbe6d5d5fe4cce2fL, 0xa4093822299f31d0L, 0x13198a2e03707344L, 0x243f6a8885a308d3L
    };

    private static final long[] START_1 = {
        0x3bd39e10cb0ef593L, 0xc0acf169b5f18a8cL, 0xbe5466cf34e90c6cL, 0x452821e638d01377L
    };

    private static final VarHandle LITTLE_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long[] v0 = new long[LANES];
    private final long[] v1 = new long[LANES];
    private final long[] mul0 = START_0.clone();
    private final long[] mul1 = START_1.clone();

    private HighwayHash(long[] key) {
        for (int i = 0; i < LANES; i++) {
            v0[i] = mul0[i] ^ key[i];
            v1[i] = mul1[i] ^ Long.rotateLeft(key[i], 32);
        }
    }

    /**
     * Hashes the first bytes of an array.
     *
     * @param key four words
     * @return the reference's first word as the low half, the second as the high half
     */
    static HashValue128 hash128(long[] key, byte[] bytes, int length) {
        HighwayHash state = new HighwayHash(key);
        int whole = length / PACKET * PACKET;
        for (int at = 0; at < whole; at += PACKET) {
            state.updatePacket(bytes, at);
        }
        if (whole < length) {
            state.updateRemainder(bytes, whole, length - whole);
        }
        for (int round = 0; round < ROUNDS_OF_128_BITS; round++) {
            state.permute();
        }
        return new HashValue128(state.fold(1), state.fold(0));
    }

    private void updatePacket(byte[] bytes, int at) {
        update(lane(bytes, at, 0), lane(bytes, at, 1), lane(bytes, at, 2), lane(bytes, at, 3));
    }

    /** Adds the last 1 to 31 bytes: whole words of four bytes, then the rest of a word where the reference puts it. */
    private void updateRemainder(byte[] bytes, int at, int size) {
        for (int i = 0; i < LANES; i++) {
            v0[i] += ((long) size << 32) + size;
            v1[i] = (long) Integer.rotateLeft((int) (v1[i] >>> 32), size) << 32
                    | Integer.rotateLeft((int) v1[i], size) & LOW_HALF;
        }
        byte[] packet = new byte[PACKET];
        int words = size & ~3;
        int rest = size & 3;
        System.arraycopy(bytes, at, packet, 0, words);
        if (size >= PACKET / 2) {
            System.arraycopy(bytes, at + size - 4, packet, PACKET - 4, 4);
        } else if (rest > 0) {
            packet[PACKET / 2] = bytes[at + words];
            packet[PACKET / 2 + 1] = bytes[at + words + (rest >> 1)];
            packet[PACKET / 2 + 2] = bytes[at + size - 1];
        }
        updatePacket(packet, 0);
    }

    private void permute() {
        update(
                Long.rotateLeft(v0[2], 32),
                Long.rotateLeft(v0[3], 32),
                Long.rotateLeft(v0[0], 32),
                Long.rotateLeft(v0[1], 32));
    }

    private void update(long... lanes) {
        for (int i = 0; i < LANES; i++) {
            v1[i] += mul0[i] + lanes[i];
            mul0[i] ^= (v1[i] & LOW_HALF) * (v0[i] >>> 32);
            v0[i] += mul1[i];
            mul1[i] ^= (v0[i] & LOW_HALF) * (v1[i] >>> 32);
        }
        for (int i = 0; i < LANES; i += 2) {
            v0[i] += zipLow(v1[i], v1[i + 1]);
            v0[i + 1] += zipHigh(v1[i], v1[i + 1]);
        }
        for (int i = 0; i < LANES; i += 2) {
            v1[i] += zipLow(v0[i], v0[i + 1]);
            v1[i + 1] += zipHigh(v0[i], v0[i + 1]);
        }
    }

    /** Returns the bytes with the numbers 3, 12, 2, 5, 14, 1, 15, 0 of the 16 bytes of both words, low word first. */
    private static long zipLow(long low, long high) {
        return (low >>> 24 & 0xff)
                | (high >>> 24 & 0xff00)
                | (low & 0xff0000)
                | (low >>> 16 & 0xff000000L)
                | (high >>> 16 & 0xff00000000L)
                | (low << 32 & 0xff0000000000L)
                | (high >>> 8 & 0xff000000000000L)
                | (low << 56);
    }

    /** Returns the bytes with the numbers 11, 4, 10, 13, 9, 6, 8, 7 of the 16 bytes of both words, low word first. */
    private static long zipHigh(long low, long high) {
        return (high >>> 24 & 0xff)
                | (low >>> 24 & 0xff00)
                | (high & 0xff0000)
                | (high >>> 16 & 0xff000000L)
                | (high << 24 & 0xff00000000L)
                | (low >>> 8 & 0xff0000000000L)
                | (high << 48 & 0xff000000000000L)
                | (low & 0xff00000000000000L);
    }

    private long fold(int word) {
        return v0[word] + mul0[word] + v1[word + 2] + mul1[word + 2];
    }

    private static long lane(byte[] bytes, int at, int lane) {
        return (long) LITTLE_ENDIAN.get(bytes, at + lane * Long.BYTES);
    }
}
