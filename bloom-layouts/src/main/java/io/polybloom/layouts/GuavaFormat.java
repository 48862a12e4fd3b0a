package io.polybloom.layouts;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The format of Guava's {@code BloomFilter.writeTo}: a header (strategy, k, the number of longs), then the longs,
 * big-endian. Bit i of a filter is bit i of the Redis string; in Guava it is bit i mod 64 of long i / 64, counted from
 * the least significant. Immutable.
 *
 * @param layout {@code guava-64} or {@code guava-32}
 * @param bits a multiple of 64, up to the 2^32 of a Redis string
 * @param hashes 1 to 255
 */
public record GuavaFormat(String layout, long bits, int hashes) {

    /** The length of the header. */
    public static final int HEADER_BYTES = 6;

    /** The ids of the layouts, indexed by the ordinal of Guava's strategy. */
    private static final List<String> LAYOUTS = List.of(Guava32Layout.ID, Guava64Layout.ID);

    private static final long MAX_BITS = 1L << 32;

    /** Checks the ranges. */
    public GuavaFormat {
        requireLayout(layout);
        require(bits % Long.SIZE == 0, "the number of bits must be a multiple of 64, not " + bits);
        require(bits >= Long.SIZE && bits <= MAX_BITS, "the number of bits must be from 64 to 2^32, not " + bits);
        require(
                hashes >= 1 && hashes <= GuavaLayout.MAX_HASHES,
                "the number of hashes must be from 1 to 255, not " + hashes);
    }

    /** Returns the format of a filter that is in Redis. */
    public static GuavaFormat of(String layout, Geometry geometry) {
        return new GuavaFormat(layout, geometry.partitionBits(), geometry.hashes());
    }

    /**
     * Reads the header of a file and leaves the stream at its first long.
     *
     * @throws IOException if it is not a Guava header, or the filter is too large for a Redis string
     */
    public static GuavaFormat readHeader(InputStream file) throws IOException {
        byte[] header = file.readNBytes(HEADER_BYTES);
        if (header.length < HEADER_BYTES) {
            throw new EOFException(
                    "a file of Guava's Bloom filter begins with 6 bytes, but this one has only " + header.length);
        }
        return parse(header);
    }

    /** Returns the header of a file. */
    public byte[] header() {
        return ByteBuffer.allocate(HEADER_BYTES)
                .put((byte) LAYOUTS.indexOf(layout))
                .put((byte) hashes)
                .putInt((int) (bits / Long.SIZE))
                .array();
    }

    /** Returns the number of bytes after the header, which is also the greatest length of the Redis string. */
    public long bodyBytes() {
        return bits / Byte.SIZE;
    }

    /** Returns M and k. */
    public BitBudget budget() {
        return new BitBudget(bits, hashes);
    }

    /**
     * Turns bytes of a Redis string into those of Guava's longs, or back, in place; it is its own inverse.
     *
     * @param piece begins at a multiple of 8 bytes from the first bit
     * @param length a multiple of 8; a shorter Redis string must have been padded with zeros
     */
    public static void convert(byte[] piece, int length) {
        require(length % Long.BYTES == 0, "a piece has a multiple of 8 bytes, not " + length);
        ByteBuffer longs = ByteBuffer.wrap(piece, 0, length);
        for (int at = 0; at < length; at += Long.BYTES) {
            longs.putLong(at, Long.reverse(longs.getLong(at)));
        }
    }

    static String requireLayout(String layout) {
        require(LAYOUTS.contains(layout), "only the layouts " + LAYOUTS + " are Guava's, not " + layout);
        return layout;
    }

    static GuavaFormat parse(byte[] header) throws IOException {
        ByteBuffer fields = ByteBuffer.wrap(header);
        int strategy = fields.get();
        int hashes = Byte.toUnsignedInt(fields.get());
        long bits = (long) fields.getInt() * Long.SIZE;
        try {
            require(strategy >= 0 && strategy < LAYOUTS.size(), "strategy " + strategy + " is unknown");
            return new GuavaFormat(LAYOUTS.get(strategy), bits, hashes);
        } catch (IllegalArgumentException wrong) {
            throw new IOException(
                    "not a Bloom filter of Guava that fits into a Redis string: " + wrong.getMessage(), wrong);
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
