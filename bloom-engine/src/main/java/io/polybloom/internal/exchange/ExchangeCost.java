package io.polybloom.internal.exchange;

/**
 * The cost of an exchange in a form. How long its bytes take is the {@link io.polybloom.step.Wire}'s matter. Only the
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
 * names bits is left out, since it is small compared with its bits. {@code BulkCalls} of {@code bloom-bench} repeats
 * the measurement through whole operations, for several values of {@code partition} and {@code form}.
 *
 * @param server the nanoseconds that the server takes
 * @param client the nanoseconds that the client takes for each name, to write it and to read the reply
 * @param bytes the bytes that go either way, together
 */
public record ExchangeCost(long server, long client, long bytes) {

    /** The cost of nothing. */
    public static final ExchangeCost NOTHING = new ExchangeCost(0, 0, 0);

    private static final long SET_BIT = 250;
    private static final long GET_BIT = 215;
    private static final long BLOCK = 420;
    private static final long WORD = 340;
    private static final long EXCHANGE = 10_000;
    private static final long READ = 9_000;

    /**
     * A bit or a block by its name, for the client: what its processor time was over networks of 1 and 10 Gbit/s (0.23
     * to 0.33 us), less that of an element whose partition is taken.
     */
    private static final long NAME = 200;

    /** The bytes that the server takes, merges and returns in a nanosecond. */
    private static final long EXCHANGED_BYTES_PER_NANOSECOND = 4;

    /** The bytes that the server returns in a nanosecond. */
    private static final long READ_BYTES_PER_NANOSECOND = 20;

    /** {@code SET u1 1234567 1} with the lengths of the protocol, and the old bit in the reply. */
    private static final long BYTES_OF_A_SET_BIT = 41;

    /** {@code GET u1 1234567} with the lengths of the protocol, and the bit in the reply. */
    private static final long BYTES_OF_A_BIT = 34;

    /** {@code GET i64 1234567} with the lengths of the protocol, and the number in the reply. */
    private static final long BYTES_OF_A_WORD = 54;

    /** {@code GETRANGE key first last} with a key of 40 bytes and the lengths of the protocol, without the block. */
    private static final long BYTES_AROUND_A_BLOCK = 110;

    /** Returns the cost of setting bits by name. */
    static ExchangeCost ofSetBits(long bits) {
        return new ExchangeCost(SET_BIT * bits, NAME * bits, BYTES_OF_A_SET_BIT * bits);
    }

    /** Returns the cost of reading bits by name. */
    static ExchangeCost ofBits(long bits) {
        return new ExchangeCost(GET_BIT * bits, NAME * bits, BYTES_OF_A_BIT * bits);
    }

    /** Returns the cost of reading blocks of a length in bytes. */
    static ExchangeCost ofBlocks(long blocks, int blockBytes) {
        return new ExchangeCost(BLOCK * blocks, NAME * blocks, (BYTES_AROUND_A_BLOCK + blockBytes) * blocks);
    }

    /** Returns the cost of reading words of 64 bits. */
    static ExchangeCost ofWords(long words) {
        return new ExchangeCost(WORD * words, NAME * words, BYTES_OF_A_WORD * words);
    }

    /** Returns the cost of reading a partition of a length in bytes. */
    static ExchangeCost ofRead(long bytes) {
        return new ExchangeCost(READ + bytes / READ_BYTES_PER_NANOSECOND, 0, bytes);
    }

    /** Returns the cost of exchanging a partition of a length in bytes, which goes both ways. */
    static ExchangeCost ofExchange(long bytes) {
        return new ExchangeCost(EXCHANGE + bytes / EXCHANGED_BYTES_PER_NANOSECOND, 0, 2 * bytes);
    }

    /** Returns the cost of both. */
    public ExchangeCost and(ExchangeCost other) {
        return new ExchangeCost(server + other.server, client + other.client, bytes + other.bytes);
    }

    /** Returns the cost of that many. */
    ExchangeCost times(int count) {
        return new ExchangeCost(server * count, client * count, bytes * count);
    }

    /** Returns the nanoseconds that it takes on a wire on which a byte takes that many. */
    double nanos(double ofAByte) {
        return server + client + bytes * ofAByte;
    }
}
