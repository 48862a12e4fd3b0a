package io.polybloom.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;

/**
 * The native layout {@code server}: the server's own filters, with the partitions and keys of this library. The item of
 * an element is its hash, 16 bytes: so elements of any length cost the same, no element leaves the client in the clear,
 * and a filter may be keyed. Frozen.
 */
final class ServerLayout implements ModuleLayout {

    /**
     * The usual largest partition, a quarter of the 128 MiB to which Valkey limits a filter by default, so that a
     * partition has room to grow.
     */
    private static final long USUAL_PARTITION_BITS = 1L << 28;

    /** The module rounds up to words of 64 bits. */
    private static final int ROUNDING = 64;

    private final ElementHash elementHash;

    ServerLayout(ElementHash elementHash) {
        this.elementHash = elementHash;
    }

    @Override
    public String id() {
        return Layouts.SERVER;
    }

    @Override
    public Layout withHash(ElementHash other) {
        return new ServerLayout(other);
    }

    /** Returns the textbook's number of bits for that capacity, whatever the sizing: the server chooses its own. */
    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        double bitsPerElement = -StrictMath.log(falsePositiveRate) / (StrictMath.log(2) * StrictMath.log(2));
        double bits = StrictMath.ceil(capacity * bitsPerElement);
        if (bits > Long.MAX_VALUE / 2) {
            throw new IllegalArgumentException("no filter can have " + bits + " bits: ask for a smaller capacity");
        }
        int hashes = (int) StrictMath.ceil(StrictMath.log(2) * bitsPerElement);
        return new BitBudget(Math.max(ROUNDING, (long) bits), Math.max(1, hashes));
    }

    @Override
    public long roundPartitionBits(long bits) {
        return Math.addExact(bits, ROUNDING - 1) / ROUNDING * ROUNDING;
    }

    @Override
    public OptionalLong usualPartitionBits() {
        return OptionalLong.of(USUAL_PARTITION_BITS);
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        offsets[at + 1] = elementHash.hash(element, length, offsets, at);
        return ElementHash.partition(offsets[at], offsets[at + 1], geometry.partitions());
    }

    /** Returns the words h1 and h2, each in little-endian order, as murmur3_x64_128 and SipHash write their digests. */
    @Override
    public byte[] item(byte[] element, int length) {
        long[] h1 = new long[1];
        long h2 = elementHash.hash(element, length, h1, 0);
        return ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(h1[0])
                .putLong(h2)
                .array();
    }
}
