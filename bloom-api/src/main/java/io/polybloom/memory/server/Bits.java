package io.polybloom.memory.server;

import java.util.List;

/** Bits of a string, the highest of each byte first; what lies behind its end is zero. */
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

    static byte[] combine(String operation, List<byte[]> sources, int length) {
        byte[] result = new byte[length];
        for (int at = 0; at < length; at++) {
            int value = byteAt(sources.get(0), at);
            value = operation.equals("NOT") ? ~value : value;
            for (byte[] source : sources.subList(1, sources.size())) {
                int other = byteAt(source, at);
                value = switch (operation) {
                    case "AND" -> value & other;
                    case "OR" -> value | other;
                    default -> value ^ other;
                };
            }
            result[at] = (byte) value;
        }
        return result;
    }

    private static int byteAt(byte[] bytes, int at) {
        return at < bytes.length ? bytes[at] : 0;
    }
}
