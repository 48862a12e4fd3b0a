package io.polybloom.support;

/** The slot of a key in a cluster: CRC-16/XMODEM of the key, or of its hash tag, modulo 16384. */
public final class HashSlot {

    /** The number of slots of a cluster. */
    public static final int COUNT = 16384;

    private static final int POLYNOMIAL = 0x1021;

    private HashSlot() {}

    /** Returns the slot of a key. */
    public static int of(byte[] key) {
        int open = indexOf(key, '{', 0);
        int close = open < 0 ? -1 : indexOf(key, '}', open + 1);
        return close > open + 1 ? crc16(key, open + 1, close) % COUNT : crc16(key, 0, key.length) % COUNT;
    }

    private static int crc16(byte[] bytes, int from, int to) {
        int crc = 0;
        for (int i = from; i < to; i++) {
            crc ^= (bytes[i] & 0xff) << 8;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
            crc &= 0xffff;
        }
        return crc;
    }

    private static int indexOf(byte[] bytes, char wanted, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
