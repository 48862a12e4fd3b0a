package io.polybloom.internal.redis;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.model.Cells;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.RebuildMarks;

/**
 * The answer to a look-up that reads a small partition as a whole: its bits and the trailer after them, from one
 * moment.
 */
public final class WholeAnswer implements PartitionAnswer {

    private final Partition partition;
    private final byte[] bytes;
    private final Offsets offsets;
    private final long[] places;

    /** Takes the bytes that were read; those of a key that is not the partition's may be fewer. */
    public WholeAnswer(Partition partition, byte[] bytes, Offsets offsets) {
        this.partition = partition;
        this.bytes = bytes;
        this.offsets = offsets;
        this.places = new long[partition.layer().geometry().hashes()];
    }

    @Override
    public boolean isAlive() {
        return bytes.length == partition.bits() / Byte.SIZE + 1 && isSet(partition.bits());
    }

    @Override
    public boolean isSealed() {
        return isSet(partition.bits() + 1);
    }

    @Override
    public int latestMark() {
        return RebuildMarks.latest(bytes[bytes.length - 1]);
    }

    @Override
    public ElementOutcome outcome(int place) {
        return partition.layer().cells().isPresent(common(place)) ? ElementOutcome.PRESENT : ElementOutcome.NEW;
    }

    @Override
    public boolean isInNewest(int place) {
        return partition.layer().cells().isInNewest(common(place));
    }

    /** Returns whether the partition has an expiry of its own, which every client knows. */
    boolean hasOwnExpiry() {
        return partition.layer().hasOwnExpiry();
    }

    /** Returns the columns that are set in all cells of an element. */
    private long common(int place) {
        Cells cells = partition.layer().cells();
        offsets.find(place, places);
        long common = -1;
        for (long each : places) {
            common &= cells.read(bytes, each);
        }
        return common;
    }

    private boolean isSet(long bit) {
        return (bytes[(int) (bit / Byte.SIZE)] & (0x80 >> (bit % Byte.SIZE))) != 0;
    }
}
