package io.polybloom.memory.server;

import java.util.Arrays;
import java.util.List;

/** Bits of a string, the highest of each byte first; all bits after its end are zero. */
final class Bits {

    private Bits() {}

    static long read(byte[] bytes, long offset, int width) {
        long value = 0;
        for (long bit = offset; bit < offset + width; bit++) {
            int at = (int) (bit >> 3);
            value = value << 1 | (at < bytes.length ? bytes[at] >> (7 - (bit & 7)) & 1 : 0);
        }
        return value;
    }

    static void write(byte[] bytes, long offset, int width, long value) {
        for (int i = 0; i < width; i++) {
            long bit = offset + i;
            int mask = 128 >> (bit & 7);
            int at = (int) (bit >> 3);
            boolean isSet = (value >> (width - 1 - i) & 1) != 0;
            bytes[at] = (byte) (isSet ? bytes[at] | mask : bytes[at] & ~mask);
        }
    }

    /** Returns the number of ones from a bit to the one before another. */
    static long count(byte[] bytes, long from, long to) {
        long count = 0;
        long bit = from;
        while (bit < to) {
            boolean isWholeByte = (bit & 7) == 0 && to - bit >= Byte.SIZE;
            if (isWholeByte) {
                count += Integer.bitCount(bytes[(int) (bit >> 3)] & 0xff);
            } else {
                count += read(bytes, bit, 1);
            }
            bit += isWholeByte ? Byte.SIZE : 1;
        }
        return count;
    }

    /** Returns the same array if it is long enough, otherwise a copy with zeros after it. */
    static byte[] ofAtLeast(long length, byte[] bytes) {
        return bytes.length >= length ? bytes : Arrays.copyOf(bytes, Math.toIntExact(length));
    }

    static byte[] combine(String operation, List<byte[]> sources, int length) {
        byte[] result = Arrays.copyOf(sources.get(0), length);
        if (operation.equals("NOT")) {
            for (int at = 0; at < length; at++) {
                result[at] = (byte) ~result[at];
            }
        }
        for (byte[] source : sources.subList(1, sources.size())) {
            byte[] other = source.length == length ? source : Arrays.copyOf(source, length);
            switch (operation) {
                case "AND" -> and(result, other);
                case "OR" -> or(result, other);
                default -> xor(result, other);
            }
        }
        return result;
    }

    private static void and(byte[] result, byte[] other) {
        for (int at = 0; at < result.length; at++) {
            result[at] &= other[at];
        }
    }

    private static void or(byte[] result, byte[] other) {
        for (int at = 0; at < result.length; at++) {
            result[at] |= other[at];
        }
    }

    private static void xor(byte[] result, byte[] other) {
        for (int at = 0; at < result.length; at++) {
            result[at] ^= other[at];
        }
    }
}
