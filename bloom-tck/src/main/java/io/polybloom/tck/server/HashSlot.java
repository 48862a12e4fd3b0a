package io.polybloom.tck.server;

/**
 * The rule by which Redis Cluster assigns keys to its {@value #COUNT} hash slots: CRC16 of the key, or of its hash tag,
 * modulo {@value #COUNT}.
 */
public final class HashSlot {

    /** The number of slots of every cluster. */
    public static final int COUNT = 16384;

    private static final int POLYNOMIAL = 0x1021;

    private HashSlot() {}

    /**
     * Returns the slot of a key. When the key contains an opening brace and, after it, a closing one with something in
     * between, only the bytes between the first opening brace and the first closing one after it count.
     *
     * @return 0 to 16383
     */
    public static int of(byte[] key) {
        int open = indexOf(key, '{', 0);
        if (open >= 0) {
            int close = indexOf(key, '}', open + 1);
            if (close > open + 1) {
                return crc16(key, open + 1, close) % COUNT;
            }
        }
        return crc16(key, 0, key.length) % COUNT;
    }

    /** CRC-16/XMODEM: polynomial 0x1021, initial value 0, nothing reflected. */
    static int crc16(byte[] bytes, int from, int to) {
        int crc = 0;
        for (int i = from; i < to; i++) {
            crc ^= (bytes[i] & 0xff) << 8;
            for (int bit = 0; bit < 8; bit++) {
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
