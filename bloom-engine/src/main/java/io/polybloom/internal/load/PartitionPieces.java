package io.polybloom.internal.load;

import io.polybloom.internal.model.Partition;
import io.polybloom.step.Step;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The bits that are to be merged into one partition, in pieces of 1 MiB.
 *
 * @param partition the partition
 * @param count the number of pieces
 * @param piece returns the step that makes a piece, whose trailing zeros may be missing; each piece is asked for once,
 *     the last one first
 * @param few the offsets of the bits if they are so few that setting them one by one costs less than a merge
 */
public record PartitionPieces(Partition partition, int count, IntFunction<Step<byte[]>> piece, Optional<long[]> few) {

    /** The bytes of each piece but the last one, which may be shorter. */
    public static final int PIECE_BYTES = 1 << 20;
}
