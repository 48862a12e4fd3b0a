package io.polybloom.internal.transfer;

import io.polybloom.internal.load.PartitionPieces;
import io.polybloom.internal.model.Partition;
import io.polybloom.step.Step;
import java.util.List;

/**
 * The bits of one partition of several filters, read when they are merged into the target.
 *
 * @param sources the members to read
 * @param partition the partition of the target
 */
record UnionPieces(List<UnionMember> sources, Partition partition) implements PartitionPieces {

    @Override
    public int count() {
        return UnionReader.pieces(partition);
    }

    @Override
    public Step<byte[]> piece(int index) {
        return UnionReader.union(sources, partition, index);
    }
}
