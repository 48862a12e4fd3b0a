package io.polybloom.internal.membership;

import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.ModuleLayout;
import io.polybloom.step.WholePartitions;

/**
 * The form in which the bits of some elements are exchanged with their partition. The answer is the same in each form.
 */
enum Form {
    /** The item of each element, if the server stores the bits. */
    ITEMS,
    /** Each bit by a sub-command of BITFIELD. */
    BITS,
    /** A look-up of each element by its block. */
    BLOCKS,
    /** The whole string: a look-up reads it, an add exchanges it for itself and the bits of the elements. */
    WHOLE;

    /**
     * The most bits that one command looks up by name. By {@link ExchangeCost} they take the server 0.44 ms, so a
     * command stays well under a millisecond.
     */
    static final int MOST_NAMED = 2048;

    /**
     * The most bits that one command sets by name. The limit is lower than for look-ups, since smaller chunks share
     * bits more rarely, so more of them overlap (docs/architecture.md, "How a bulk operation is sent").
     */
    static final int MOST_NAMED_OF_AN_ADD = 1024;

    /**
     * The most items of one command. The module takes 0.14 us for each (docs/performance.md), so it keeps a command
     * under a third of a millisecond.
     */
    static final int MOST_ITEMS = 2048;

    /** The most counters that one command decrements; each takes five sub-commands. */
    static final int MOST_COUNTERS_OF_A_REMOVAL = MOST_NAMED_OF_AN_ADD / 4;

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
     * Chooses the form for an exchange about some bits of one partition, the one that costs least.
     *
     * <p>One element is asked for by a single command, which costs a round trip less where commands on a key wait for
     * each other. A replica is also asked by a single command: the trailer of one replica does not vouch for the blocks
     * of another.
     */
    static Form of(Access access, Layer layer, int bits, WholePartitions whole) {
        if (layer.module().isPresent()) {
            return ITEMS;
        }
        if (!layer.isExchangeable() || access == Access.ADD_AND_SEAL) {
            return BITS;
        }
        if (access == Access.ADD) {
            return isWholeAdd(layer, bits, whole) ? WHOLE : BITS;
        }
        int hashes = layer.geometry().hashes();
        int blockBytes = layer.blockBytes().orElse(0);
        Form named = bits > hashes && blockBytes > 0 && !access.mayAskReplica() ? BLOCKS : BITS;
        long cost = named == BLOCKS ? ExchangeCost.ofBlocks(bits / hashes, blockBytes) : ExchangeCost.ofBits(bits);
        return isWholeLookUp(layer, bits, whole, cost) ? WHOLE : named;
    }

    private static boolean isWholeAdd(Layer layer, int bits, WholePartitions whole) {
        long bytes = bytes(layer);
        if (!whole.needsGroups() || bytes > MOST_BYTES_OF_A_WHOLE) {
            return false;
        }
        return whole == WholePartitions.WHERE_POSSIBLE
                || bits >= LEAST_BITS_OF_A_WHOLE_ADD && ExchangeCost.ofExchange(bytes) < ofAddedBits(layer, bits);
    }

    /** A cell is read before a bit of it is set. */
    private static long ofAddedBits(Layer layer, int bits) {
        return ExchangeCost.ofSetBits(bits) + ExchangeCost.ofBits(layer.cells().readsOfAnAdd() * (long) bits);
    }

    private static boolean isWholeLookUp(Layer layer, int bits, WholePartitions whole, long otherwise) {
        long bytes = bytes(layer);
        if (whole == WholePartitions.NOWHERE || bytes > MOST_BYTES_OF_A_WHOLE) {
            return false;
        }
        return whole == WholePartitions.WHERE_POSSIBLE
                        && bits > layer.geometry().hashes()
                || bits >= LEAST_BITS_OF_A_WHOLE && ExchangeCost.ofRead(bytes) < otherwise;
    }

    /**
     * Returns the most bits that a chunk may take, where this is the form for the bits that are expected for a
     * partition. An add takes a partition as a whole at most once in a pass, so that no element can be answered before
     * one that comes earlier in the call.
     */
    int mostBitsOfAChunk(Access access, Layer layer) {
        if (access.isWrite() || this == ITEMS) {
            return mostBits(access);
        }
        return layer.hasTrailer() && bytes(layer) <= MOST_BYTES_OF_A_WHOLE ? MOST_BITS_OF_A_WHOLE : MOST_NAMED;
    }

    /** Returns the most bits of an exchange in this form. */
    int mostBits(Access access) {
        if (this == WHOLE) {
            return Integer.MAX_VALUE;
        }
        if (this == ITEMS) {
            return MOST_ITEMS * ModuleLayout.WORDS;
        }
        if (access == Access.REMOVE) {
            return MOST_COUNTERS_OF_A_REMOVAL;
        }
        return access.isWrite() ? MOST_NAMED_OF_AN_ADD : MOST_NAMED;
    }

    /** Returns the number of bytes of a partition, with its trailer. */
    static long bytes(Layer layer) {
        return layer.partition(0).bits() / Byte.SIZE + 1;
    }
}
