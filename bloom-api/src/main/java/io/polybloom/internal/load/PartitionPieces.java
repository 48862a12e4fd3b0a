package io.polybloom.internal.load;

import io.polybloom.internal.model.Partition;
import io.polybloom.step.Step;
import java.util.Optional;

/** The bits that are to be merged into one partition, in pieces of 1 MiB. */
public interface PartitionPieces {

    /** The bytes of each piece but the last one, which may be shorter. */
    int PIECE_BYTES = 1 << 20;

    /** Returns the partition. */
    Partition partition();

    /** Returns the number of pieces. */
    int count();

    /**
     * Returns the step that makes a piece, whose trailing zeros may be missing. Each piece is asked for once, the last
     * one first.
     */
    Step<byte[]> piece(int index);

    /** Returns the offsets of the bits if they are so few that setting them one by one costs less than a merge. */
    default Optional<long[]> few() {
        return Optional.empty();
    }
}
