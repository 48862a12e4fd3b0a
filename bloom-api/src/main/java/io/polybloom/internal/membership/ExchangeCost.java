package io.polybloom.internal.membership;

/**
 * The cost of an exchange in each form, in nanoseconds: the server's time and, for its bytes, the wire's. Only the
 * ratios matter.
 *
 * <p>Measured on Redis 7.0.15 ({@code used_cpu_sys + used_cpu_user} of {@code INFO cpu} over some thousand repetitions,
 * including reading commands and writing replies; two busy cores), with random offsets:
 *
 * <pre>
 * partition   exchanged   read      a bit set by BITFIELD   a bit read by BITFIELD
 *     4 KiB       12 us     8 us            0.27 us                 0.24 us
 *    16 KiB       13 us     9 us            0.25 us                 0.23 us
 *    64 KiB       25 us    12 us            0.25 us                 0.22 us
 *   128 KiB       38 us    14 us            0.28 us                 0.21 us
 *   256 KiB       65 us    18 us            0.25 us                 0.22 us
 *   512 KiB      120 us    29 us            0.26 us                 0.21 us
 *  1024 KiB      276 us    57 us            0.24 us                 0.21 us
 * </pre>
 *
 * A block of 64 bytes takes 0.42 us. The constants below follow from this table; the constant part of a command that
 * names bits is left out, since it is small compared with its bits. {@code bloom-bench --only partitions} repeats the
 * measurement through whole operations.
 */
final class ExchangeCost {

    private static final long SET_BIT = 250;
    private static final long GET_BIT = 215;
    private static final long BLOCK = 420;
    private static final long EXCHANGE = 10_000;
    private static final long READ = 9_000;

    /** The bytes that the server takes, merges and returns in a nanosecond. */
    private static final long EXCHANGED_BYTES_PER_NANOSECOND = 4;

    /** The bytes that the server returns in a nanosecond. */
    private static final long READ_BYTES_PER_NANOSECOND = 20;

    /** The bytes that the wire carries in a nanosecond, either way: that of a machine to itself, or 40 Gbit/s. */
    private static final long WIRE_BYTES_PER_NANOSECOND = 5;

    /** {@code SET u1 1234567 1} with the lengths of the protocol, and the old bit in the reply. */
    private static final long BYTES_OF_A_SET_BIT = 41;

    /** {@code GET u1 1234567} with the lengths of the protocol, and the bit in the reply. */
    private static final long BYTES_OF_A_BIT = 34;

    /** {@code GETRANGE key first last} with a key of 40 bytes and the lengths of the protocol, without the block. */
    private static final long BYTES_AROUND_A_BLOCK = 110;

    private ExchangeCost() {}

    /** Returns the cost of setting bits by name. */
    static long ofSetBits(long bits) {
        return SET_BIT * bits + wire(BYTES_OF_A_SET_BIT * bits);
    }

    /** Returns the cost of reading bits by name. */
    static long ofBits(long bits) {
        return GET_BIT * bits + wire(BYTES_OF_A_BIT * bits);
    }

    /** Returns the cost of reading blocks of a length in bytes. */
    static long ofBlocks(long blocks, int blockBytes) {
        return BLOCK * blocks + wire((BYTES_AROUND_A_BLOCK + blockBytes) * blocks);
    }

    /** Returns the cost of reading a partition of a length in bytes. */
    static long ofRead(long bytes) {
        return READ + bytes / READ_BYTES_PER_NANOSECOND + wire(bytes);
    }

    /** Returns the cost of exchanging a partition of a length in bytes, which goes both ways. */
    static long ofExchange(long bytes) {
        return EXCHANGE + bytes / EXCHANGED_BYTES_PER_NANOSECOND + wire(2 * bytes);
    }

    private static long wire(long bytes) {
        return bytes / WIRE_BYTES_PER_NANOSECOND;
    }
}
