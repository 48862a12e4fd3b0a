package io.polybloom.internal.redis;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.model.Cells;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.RebuildMarks;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;

/**
 * The answer to {@link Commands#touch}: the trailer, if there is one, and after it the old bits of the elements, or the
 * values of their counters.
 */
public final class BitAnswer implements PartitionAnswer {

    private static final long SEAL = 1L << RebuildMarks.BITS;

    private final long[] values;
    private final int trailerValues;
    private final int hashes;
    private final boolean isSealing;
    private final Cells cells;
    private final boolean hasCounters;

    /** The number of values per element. */
    private final int stride;

    /** The value of a bit or counter that no element had touched before. */
    private final int untouched;

    private BitAnswer(long[] values, Access access, Layer layer, boolean isSealing) {
        this.values = values;
        this.trailerValues = trailerValues(layer);
        this.hashes = layer.geometry().hashes();
        this.isSealing = isSealing;
        this.cells = layer.cells();
        this.hasCounters = layer.hasCounters();
        this.stride = hashes * valuesOfABit(access, layer);
        // A counter that is incremented is answered with its value after that.
        this.untouched = layer.hasCounters() && access == Access.ADD ? 1 : 0;
    }

    /**
     * Reads a reply that must hold the trailer, or answer for the given number of bits or counters, too; throws the
     * classified exception for anything else.
     */
    public static BitAnswer read(Access access, Partition partition, Command command, Reply reply, int bits) {
        Layer layer = partition.layer();
        boolean isSealing = layer.hasTrailer() && Commands.isSealing(command);
        int expected = trailerValues(layer) + bits * valuesOfABit(access, layer) + (isSealing ? 1 : 0);
        return new BitAnswer(Answers.integers(command, reply, expected), access, layer, isSealing);
    }

    /** Reads the reply to a command that changes no counter. */
    public static BitAnswer read(Partition partition, Command command, Reply reply, int bits) {
        return read(Access.LOOK_UP, partition, command, reply, bits);
    }

    private static int trailerValues(Layer layer) {
        return layer.hasTrailer() ? Commands.TRAILER_VALUES : 0;
    }

    private static int valuesOfABit(Access access, Layer layer) {
        if (layer.hasCounters() && access == Access.REMOVE) {
            return CounterCommands.VALUES_OF_A_REMOVAL;
        }
        return access == Access.ADD ? 1 + layer.cells().readsOfAnAdd() : 1;
    }

    @Override
    public boolean isAlive() {
        return trailerValues == 0 || values[0] == 1;
    }

    @Override
    public boolean isSealed() {
        return trailerValues > 0 && (isSealing ? values[1] == 1 : (values[1] & SEAL) != 0);
    }

    @Override
    public int latestMark() {
        return trailerValues == 0 ? 0 : RebuildMarks.latest(values[isSealing ? values.length - 1 : 1]);
    }

    @Override
    public ElementOutcome outcome(int place) {
        boolean isPresent = hasCounters ? isCounted(place) : cells.isPresent(common(place));
        return isPresent ? ElementOutcome.PRESENT : ElementOutcome.NEW;
    }

    /** Returns a value behind the trailer. */
    long value(int place) {
        return values[trailerValues + place];
    }

    private boolean isCounted(int place) {
        int from = trailerValues + place * stride;
        for (int i = from; i < from + hashes; i++) {
            if (values[i] == untouched) {
                return false;
            }
        }
        return true;
    }

    /** Returns the columns that are set in all cells of an element. */
    private long common(int place) {
        int from = trailerValues + place * stride;
        long common = -1;
        for (int i = from; i < from + hashes; i++) {
            common &= values[i];
        }
        return common;
    }

    @Override
    public boolean isInNewest(int place) {
        return cells.isInNewest(common(place));
    }
}
