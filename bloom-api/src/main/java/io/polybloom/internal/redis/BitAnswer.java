package io.polybloom.internal.redis;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.RebuildMarks;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;

/** The answer to {@link Commands#touch}: the trailer, if there is one, and behind it the old bits of the elements. */
public final class BitAnswer implements PartitionAnswer {

    private static final long SEAL = 1L << RebuildMarks.BITS;

    private final long[] values;
    private final int trailerValues;
    private final int hashes;
    private final boolean isSealing;

    private BitAnswer(long[] values, int trailerValues, int hashes, boolean isSealing) {
        this.values = values;
        this.trailerValues = trailerValues;
        this.hashes = hashes;
        this.isSealing = isSealing;
    }

    /** Reads a reply that must hold the given number of bits; throws the classified exception for anything else. */
    public static BitAnswer read(Partition partition, Command command, Reply reply, int bits) {
        Layer layer = partition.layer();
        int trailerValues = layer.hasTrailer() ? Commands.TRAILER_VALUES : 0;
        boolean isSealing = layer.hasTrailer() && Commands.isSealing(command);
        long[] values = Answers.integers(command, reply, trailerValues + bits + (isSealing ? 1 : 0));
        return new BitAnswer(values, trailerValues, layer.geometry().hashes(), isSealing);
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
        int from = trailerValues + place * hashes;
        for (int i = from; i < from + hashes; i++) {
            if (values[i] == 0) {
                return ElementOutcome.NEW;
            }
        }
        return ElementOutcome.PRESENT;
    }
}
