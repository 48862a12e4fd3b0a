package io.polybloom.internal.exchange;

import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.WholePartitions;

/**
 * The form in which the bits of some elements are exchanged with their partition. The answer is the same in each form.
 */
public enum Form {
    /** Each bit by a sub-command of BITFIELD. */
    BITS,
    /** A look-up of each element by its block. */
    BLOCKS,
    /** A look-up of each element by its block of 64 bits, a word, which a sub-command of BITFIELD reads as a number. */
    WORDS,
    /** The whole string: a look-up reads it, an add exchanges it for itself and the bits of the elements. */
    WHOLE;

    /**
     * The most bits that one command looks up by name. By {@link ExchangeCost} they take the server 0.44 ms, so a
     * command stays well under a millisecond.
     */
    static final int MOST_NAMED = 2048;

    /** The most counters that one command decrements; each takes five sub-commands. */
    static final int MOST_COUNTERS_OF_A_REMOVAL = PartitionExchange.MOST_BITS_OF_AN_ADD / 4;

    /**
     * The largest partition that is transferred as a whole: 1 MiB and a trailer, which take the server 0.28 ms at most
     * ({@link ExchangeCost}).
     */
    static final long MOST_BYTES_OF_A_WHOLE = (1 << 20) + 1;

    /**
     * The most bits that are looked up in a partition that was read as a whole. A compromise: with more, the client
     * answers more elements per read, but answers them later.
     */
    private static final int MOST_BITS_OF_A_WHOLE = 16 * MOST_NAMED;

    /** Fewer bits than this are looked up by name, which is easier for an operator to follow and costs hardly more. */
    private static final int LEAST_BITS_OF_A_WHOLE = MOST_NAMED / 2;

    /**
     * Fewer bits than this are set by name. A compromise: for small partitions a group would cost the server slightly
     * less, but it takes seven commands more.
     */
    private static final int LEAST_BITS_OF_A_WHOLE_ADD = 128;

    /**
     * Chooses the form for an exchange about some bits of one partition: the faster one, if it is worth its bytes.
     *
     * <p>One element is asked for by a single command, which costs a round trip less where commands on a key wait for
     * each other. A replica is also asked by a single command: the trailer of one replica does not vouch for the blocks
     * of another.
     */
    public static Form of(Access access, Layer layer, int bits, Taking taking) {
        Form named = named(access, layer, bits);
        if (!layer.isExchangeable() || access == Access.ADD_AND_SEAL) {
            return named;
        }
        return mayTake(access, layer, bits, taking.where()) && isWorthIt(access, layer, bits, named, taking)
                ? WHOLE
                : named;
    }

    /** Returns the form that names bits or blocks. */
    public static Form named(Access access, Layer layer, int bits) {
        if (access.isWrite() || layer.blockBytes().isEmpty()) {
            return BITS;
        }
        if (layer.blockBytes().getAsInt() == Long.BYTES) {
            return WORDS;
        }
        boolean isOne = bits <= layer.geometry().hashes();
        return isOne || !layer.isExchangeable() || access.mayAskReplica() ? BITS : BLOCKS;
    }

    private static boolean mayTake(Access access, Layer layer, int bits, WholePartitions where) {
        boolean isAllowed = access == Access.ADD ? where.needsGroups() : where != WholePartitions.NOWHERE;
        boolean isOne = access != Access.ADD && bits <= layer.geometry().hashes();
        return isAllowed && !isOne && bytes(layer) <= MOST_BYTES_OF_A_WHOLE;
    }

    private static boolean isWorthIt(Access access, Layer layer, int bits, Form named, Taking taking) {
        int least = access == Access.ADD ? LEAST_BITS_OF_A_WHOLE_ADD : LEAST_BITS_OF_A_WHOLE;
        return taking.where() == WholePartitions.WHERE_POSSIBLE
                || (bits >= least && taking.prefers(WHOLE.cost(access, layer, bits), named.cost(access, layer, bits)));
    }

    /** Returns the cost of an exchange about some bits of one partition in this form. */
    public ExchangeCost cost(Access access, Layer layer, int bits) {
        return switch (this) {
            case BITS -> access.isWrite() ? ofAddedBits(layer, bits) : ExchangeCost.ofBits(bits);
            case BLOCKS ->
                ExchangeCost.ofBlocks(
                        bits / layer.geometry().hashes(), layer.blockBytes().orElseThrow());
            case WORDS -> ExchangeCost.ofWords(bits / layer.geometry().hashes());
            case WHOLE -> access.isWrite() ? ExchangeCost.ofExchange(bytes(layer)) : ExchangeCost.ofRead(bytes(layer));
        };
    }

    /** A cell is read before a bit of it is set. */
    private static ExchangeCost ofAddedBits(Layer layer, int bits) {
        return ExchangeCost.ofSetBits(bits)
                .and(ExchangeCost.ofBits(layer.cells().readsOfAnAdd() * (long) bits));
    }

    /**
     * Returns the most bits that a chunk may take, where this is the form for the bits that are expected for a
     * partition. An add takes a partition as a whole at most once in a pass, so that no element can be answered before
     * one that comes earlier in the call.
     */
    public int mostBitsOfAChunk(Access access, Layer layer) {
        if (access.isWrite()) {
            return mostBits(access);
        }
        return layer.hasTrailer() && bytes(layer) <= MOST_BYTES_OF_A_WHOLE ? MOST_BITS_OF_A_WHOLE : MOST_NAMED;
    }

    /** Returns the most bits of an exchange in this form. */
    public int mostBits(Access access) {
        if (this == WHOLE) {
            return Integer.MAX_VALUE;
        }
        if (access == Access.REMOVE) {
            return MOST_COUNTERS_OF_A_REMOVAL;
        }
        return access.isWrite() ? PartitionExchange.MOST_BITS_OF_AN_ADD : MOST_NAMED;
    }

    /** Returns the number of bytes of a partition, with its trailer. */
    static long bytes(Layer layer) {
        return layer.partition(0).bits() / Byte.SIZE + 1;
    }
}
