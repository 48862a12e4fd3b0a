package io.polybloom.glide;

import java.util.Arrays;

/** Computes the hash slot of a key. */
final class Slots {

    /** The number of slots of a cluster. */
    static final int COUNT = 16_384;

    /** The polynomial of CRC-16/XMODEM, by which the cluster specification defines slots. */
    private static final int POLYNOMIAL = 0x1021;

    private Slots() {}

    /** Returns the slot of a key, or of the hash tag in it. */
    static int of(byte[] key) {
        int open = indexOf(key, '{', 0);
        int close = open < 0 ? -1 : indexOf(key, '}', open + 1);
        byte[] hashed = close > open + 1 ? Arrays.copyOfRange(key, open + 1, close) : key;
        int crc = 0;
        for (byte next : hashed) {
            crc ^= (next & 0xFF) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
            }
        }
        return (crc & 0xFFFF) % COUNT;
    }

    private static int indexOf(byte[] key, char sought, int from) {
        for (int i = from; i < key.length; i++) {
            if (key[i] == sought) {
                return i;
            }
        }
        return -1;
    }
}
