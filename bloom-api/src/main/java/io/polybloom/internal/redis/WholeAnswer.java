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

    /** Takes the bytes that were read; those of a key that is not the partition's may be fewer. */
    public WholeAnswer(Partition partition, byte[] bytes, Offsets offsets) {
        this.partition = partition;
        this.bytes = bytes;
        this.offsets = offsets;
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
        int hashes = partition.layer().geometry().hashes();
        long common = -1;
        for (int i = place * hashes; i < (place + 1) * hashes; i++) {
            common &= cells.read(bytes, offsets.get(i));
        }
        return common;
    }

    private boolean isSet(long bit) {
        return (bytes[(int) (bit / Byte.SIZE)] & (0x80 >> (bit % Byte.SIZE))) != 0;
    }
}
