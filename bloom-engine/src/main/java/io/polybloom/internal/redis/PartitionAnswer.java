package io.polybloom.internal.redis;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.model.CellFormat;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
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

    /** Which elements need no add; null if it is enough that they are present. */
    private final @Nullable IntPredicate complete;

    private final boolean isEnded;
    private final boolean hasTakenLifetime;

    private PartitionAnswer(
            Trailer trailer,
            IntFunction<ElementOutcome> outcomes,
            @Nullable IntPredicate complete,
            boolean isEnded,
            boolean hasTakenLifetime) {
        this.trailer = trailer;
        this.outcomes = outcomes;
        this.complete = complete;
        this.isEnded = isEnded;
        this.hasTakenLifetime = hasTakenLifetime;
    }

    /** Returns the answer of a partition, with the outcome of each element; the trailer says whether it is alive. */
    public static PartitionAnswer of(Trailer trailer, IntFunction<ElementOutcome> outcomes) {
        return new PartitionAnswer(trailer, outcomes, null, false, false);
    }

    /** Returns the answer of a partition that is not alive. */
    public static PartitionAnswer dead() {
        return of(Trailer.DEAD, place -> ElementOutcome.UNKNOWN);
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
    static PartitionAnswer exchanged(Trailer trailer, boolean hasTakenLifetime, BitSet fresh) {
        return new PartitionAnswer(trailer, place -> outcome(!fresh.get(place)), null, false, hasTakenLifetime);
    }

    /**
     * Returns an answer that follows from the cells of the elements.
     *
     * @param common tells the bits that are set in all cells of an element
     */
    static PartitionAnswer ofCells(Trailer trailer, CellFormat cells, IntToLongFunction common) {
        return new PartitionAnswer(
                trailer,
                place -> outcome(cells.isPresent(common.applyAsLong(place))),
                cells.width() > 1 ? place -> cells.needsNoAdd(common.applyAsLong(place)) : null,
                false,
                false);
    }

    /**
     * Returns an answer that follows from the blocks in which the bits of the elements lie, one for each element.
     *
     * @param trailer vouches for all of them
     */
    public static PartitionAnswer ofBlocks(Trailer trailer, Layer layer, byte[][] blocks, Offsets offsets) {
        CellFormat cells = layer.cells();
        int hashes = layer.geometry().hashes();
        int cellsOfABlock = layer.layout().blockBytes().orElseThrow() * Byte.SIZE;
        return ofCells(trailer, cells, place -> {
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
        CellFormat cells = partition.layer().cells();
        long[] places = new long[partition.layer().geometry().hashes()];
        return ofCells(partition.trailer(bytes), cells, place -> {
            offsets.find(place, places);
            long common = -1;
            for (long each : places) {
                common &= cells.read(bytes, each);
            }
            return common;
        });
    }

    /** Returns the outcome of an element that was present or was not. */
    static ElementOutcome outcome(boolean isPresent) {
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

    /**
     * Returns whether an element was not there, and the partition took no new ones: it may be in a newer layer, or is
     * one of the last that the filter takes.
     */
    public boolean leadsOn(int place) {
        return isSealed() && outcome(place) == ElementOutcome.NEW;
    }

    /** Returns the latest mark of the partition; 0 if it has none. */
    public int latestMark() {
        return trailer.latestMark();
    }

    /** Returns whether the partition has lost its lifetime in the exchange; that must be restored. */
    public boolean hasTakenLifetime() {
        return hasTakenLifetime;
    }

    /**
     * Returns whether an element had all that an add would have written, so that it need not be added again: in most
     * filters, whether it was present. False if the partition is not alive.
     */
    public boolean needsNoAdd(int place) {
        return complete == null ? outcome(place) == ElementOutcome.PRESENT : isAlive() && complete.test(place);
    }

    /**
     * Returns the outcome of an element by the old bits, by its index in the batch: new if any of them was 0. Unknown
     * if the partition is not alive, unless it has {@linkplain #isEnded answered before it was removed}.
     */
    public ElementOutcome outcome(int place) {
        return isAlive() || isEnded ? outcomes.apply(place) : ElementOutcome.UNKNOWN;
    }
}
