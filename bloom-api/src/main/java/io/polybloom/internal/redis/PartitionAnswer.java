package io.polybloom.internal.redis;

import com.google.common.primitives.Longs;
import io.polybloom.ElementOutcome;
import io.polybloom.internal.model.Cells;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** The answer of a partition about some elements: its trailer and whether their bits were set. */
public final class PartitionAnswer {

    private final Trailer trailer;
    private final IntFunction<ElementOutcome> outcomes;

    /** Which elements are in the newest slice of a window; null if it is enough that they are present. */
    private final @Nullable IntPredicate newest;

    private final boolean isEnded;
    private final boolean hasTakenExpiry;

    private PartitionAnswer(
            Trailer trailer,
            IntFunction<ElementOutcome> outcomes,
            @Nullable IntPredicate newest,
            boolean isEnded,
            boolean hasTakenExpiry) {
        this.trailer = trailer;
        this.outcomes = outcomes;
        this.newest = newest;
        this.isEnded = isEnded;
        this.hasTakenExpiry = hasTakenExpiry;
    }

    /** Returns the answer of a partition, with known outcomes; the trailer says whether the partition is alive. */
    public static PartitionAnswer of(Trailer trailer, List<ElementOutcome> outcomes) {
        return new PartitionAnswer(trailer, outcomes::get, null, false, false);
    }

    /** Returns the answer of a partition that is not alive. */
    public static PartitionAnswer dead() {
        return new PartitionAnswer(Trailer.DEAD, place -> ElementOutcome.UNKNOWN, null, false, false);
    }

    /**
     * Returns the answer of a partition that was removed after it had answered.
     *
     * @param outcomes the outcomes of all elements; unknown where the partition was removed before the answer
     */
    public static PartitionAnswer ended(List<ElementOutcome> outcomes) {
        return new PartitionAnswer(Trailer.DEAD, outcomes::get, null, true, false);
    }

    /**
     * Returns the answer to a {@link WholeExchange}.
     *
     * @param fresh the places of the elements that are new
     */
    static PartitionAnswer exchanged(Trailer trailer, boolean hasTakenExpiry, BitSet fresh) {
        return new PartitionAnswer(trailer, place -> outcome(!fresh.get(place)), null, false, hasTakenExpiry);
    }

    /**
     * Returns an answer that follows from the cells of the elements.
     *
     * @param common tells the columns that are set in all cells of an element
     */
    private static PartitionAnswer inCells(Trailer trailer, Cells cells, IntToLongFunction common) {
        return new PartitionAnswer(
                trailer,
                place -> outcome(cells.isPresent(common.applyAsLong(place))),
                cells.areWide() ? place -> cells.isInNewest(common.applyAsLong(place)) : null,
                false,
                false);
    }

    /**
     * Reads the reply to {@link Commands#bits}: the trailer, if there is one, and after it the old bits of the
     * elements, or the values of their counters. Throws the classified exception for any other reply.
     *
     * @param bits the number of bits or counters
     */
    public static PartitionAnswer ofBits(Access access, Partition partition, Command command, Reply reply, int bits) {
        Layer layer = partition.layer();
        int valuesOfABit = valuesOfABit(access, layer);
        long[] values = Answers.behindTrailer(layer, command, reply, bits * valuesOfABit);
        Trailer trailer = Answers.trailer(layer, command, values);
        int hashes = layer.geometry().hashes();
        int first = Answers.trailerValues(layer);
        int stride = hashes * valuesOfABit;
        if (layer.hasCounters()) {
            // A counter that is incremented is answered with its value after that.
            int untouched = access == Access.ADD ? 1 : 0;
            return new PartitionAnswer(
                    trailer,
                    place -> outcome(areAllBut(untouched, values, first + place * stride, hashes)),
                    null,
                    false,
                    false);
        }
        return inCells(trailer, layer.cells(), place -> {
            long common = -1;
            for (int i = 0; i < hashes; i++) {
                common &= values[first + place * stride + i];
            }
            return common;
        });
    }

    private static int valuesOfABit(Access access, Layer layer) {
        if (layer.hasCounters() && access == Access.REMOVE) {
            return CounterCommands.VALUES_OF_A_REMOVAL;
        }
        return access == Access.ADD ? 1 + layer.cells().readsOfAnAdd() : 1;
    }

    private static boolean areAllBut(long other, long[] values, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (values[i] == other) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads the replies to a look-up by blocks: the block of each element, and the trailer, which vouches for all of
     * them. If a block lacks bytes, it was read from another key than the one with the trailer. Throws the classified
     * exception for any other replies.
     */
    public static PartitionAnswer ofBlocks(
            Partition partition, List<Command> commands, List<Reply> replies, Offsets offsets) {
        int last = replies.size() - 1;
        byte[][] blocks = new byte[last][];
        int blockBytes = partition.layer().blockBytes().orElseThrow();
        boolean areWhole = true;
        for (int i = 0; i < last; i++) {
            blocks[i] = Answers.bytes(commands.get(i), replies.get(i));
            areWhole &= blocks[i].length == blockBytes;
        }
        Trailer trailer = Answers.trailer(partition, commands.get(last), replies.get(last));
        return inBlocks(areWhole ? trailer : Trailer.DEAD, partition.layer(), blocks, offsets);
    }

    /**
     * Reads the reply to {@link Commands#words}, which holds the trailer, too.
     *
     * @param bits the number of bits
     */
    public static PartitionAnswer ofWords(
            Partition partition, Command command, Reply reply, Offsets offsets, int bits) {
        Layer layer = partition.layer();
        byte[][] blocks = new byte[bits / layer.geometry().hashes()][];
        long[] values = Answers.behindTrailer(layer, command, reply, blocks.length);
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = Longs.toByteArray(values[Answers.trailerValues(layer) + i]);
        }
        return inBlocks(Answers.trailer(layer, command, values), layer, blocks, offsets);
    }

    private static PartitionAnswer inBlocks(Trailer trailer, Layer layer, byte[][] blocks, Offsets offsets) {
        Cells cells = layer.cells();
        int hashes = layer.geometry().hashes();
        int cellsOfABlock = layer.layout().blockBytes().orElseThrow() * Byte.SIZE;
        return inCells(trailer, cells, place -> {
            long common = -1;
            for (int i = place * hashes; i < (place + 1) * hashes; i++) {
                common &= cells.read(blocks[place], offsets.get(i) % cellsOfABlock);
            }
            return common;
        });
    }

    /**
     * Returns the answer to a look-up that reads a small partition as a whole: its bits and the trailer after them, as
     * of one moment. A key that is not the partition's may have fewer bytes.
     */
    public static PartitionAnswer ofString(Partition partition, byte[] bytes, Offsets offsets) {
        Cells cells = partition.layer().cells();
        long[] places = new long[partition.layer().geometry().hashes()];
        return inCells(Answers.trailer(partition, bytes), cells, place -> {
            offsets.find(place, places);
            long common = -1;
            for (long each : places) {
                common &= cells.read(bytes, each);
            }
            return common;
        });
    }

    private static ElementOutcome outcome(boolean isPresent) {
        return isPresent ? ElementOutcome.PRESENT : ElementOutcome.NEW;
    }

    /**
     * Returns whether the key is the one that was made for the partition, as far as that can be known; if not, its bits
     * mean nothing.
     */
    public boolean isAlive() {
        return trailer.isAlive();
    }

    /**
     * Returns whether the partition was removed after the answer: each known outcome was correct until then, but
     * nothing is known about the seal and the marks.
     */
    public boolean isEnded() {
        return isEnded;
    }

    /** Returns whether the partition took no new elements when the commands arrived. */
    public boolean isSealed() {
        return trailer.isSealed();
    }

    /** Returns the number of the latest rebuild that has marked the partition; 0 if none has. */
    public int latestMark() {
        return trailer.latestMark();
    }

    /** Returns whether the partition has lost its expiry in the exchange; it must be restored. */
    public boolean hasTakenExpiry() {
        return hasTakenExpiry;
    }

    /**
     * Returns whether an element was present in the newest slice of a filter with a window, so that it need not be
     * added again; in any other filter, whether it was present.
     */
    public boolean isInNewest(int place) {
        return newest == null ? outcome(place) == ElementOutcome.PRESENT : newest.test(place);
    }

    /** Returns the outcome of an element by the old bits, by its index in the batch: new if any of them was 0. */
    public ElementOutcome outcome(int place) {
        return outcomes.apply(place);
    }
}
