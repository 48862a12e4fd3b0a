package io.polybloom.internal.transfer;

import io.polybloom.internal.load.PartitionPieces;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.BitAnswer;
import io.polybloom.internal.redis.Commands;
import io.polybloom.listener.ByteProgress;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.List;

/**
 * Reads members of a union that are in Redis piece by piece, without their trailers, and counts the bytes of all
 * members. Each piece comes from a primary, and from a partition that is alive.
 */
final class UnionReader {

    private final ByteProgress progress;
    private long total;
    private long read;

    UnionReader(ByteProgress progress) {
        this.progress = progress;
    }

    /** Records that all bits of a filter will be read once. */
    void announce(Generation member) {
        member.layers().forEach(layer -> total += layer.geometry().partitions() * bytes(layer.partition(0)));
    }

    /** Returns the number of bytes that have been read so far. */
    long read() {
        return read;
    }

    /** Returns the number of pieces of a partition. */
    static int pieces(Partition partition) {
        return Math.toIntExact((bytes(partition) - 1) / PartitionPieces.PIECE_BYTES + 1);
    }

    /** Reads one piece of a partition of all members, and ORs them. */
    static Step<byte[]> union(List<UnionMember> members, Partition partition, int piece) {
        return mergeFrom(members, partition, piece, 0, new byte[length(partition, piece)]);
    }

    private static Step<byte[]> mergeFrom(
            List<UnionMember> members, Partition partition, int piece, int index, byte[] merged) {
        if (index == members.size()) {
            return new Step.Done<>(merged);
        }
        return members.get(index).read(partition, piece).then(bytes -> {
            merge(bytes, merged);
            return mergeFrom(members, partition, piece, index + 1, merged);
        });
    }

    /** ORs bytes into others of the same length. */
    static void merge(byte[] bytes, byte[] merged) {
        for (int i = 0; i < merged.length; i++) {
            merged[i] |= bytes[i];
        }
    }

    /** Reads one piece of a partition; fails if the partition is not alive. */
    Step<byte[]> read(Partition partition, int piece) {
        long first = (long) piece * PartitionPieces.PIECE_BYTES;
        int length = length(partition, piece);
        Command range = Commands.range(partition.key(), first, first + length - 1);
        // Read last, so that a partition which is lost in between is noticed.
        Command trailer = Commands.trailer(partition);
        Batch batch = partition.batch(range, trailer);
        return Step.send(batch, replies -> {
            byte[] bytes = Answers.bytes(range, replies.get(0));
            boolean isAlive =
                    BitAnswer.read(partition, trailer, replies.get(1), 0).isAlive();
            if (bytes.length != length || !isAlive) {
                throw CopySource.changed(partition);
            }
            count(length);
            return new Step.Done<>(bytes);
        });
    }

    /** Counts bytes that were read. */
    void count(long bytes) {
        read += bytes;
        progress.transferred(read, total);
    }

    /** Returns the length of a piece. */
    static int length(Partition partition, int piece) {
        long first = (long) piece * PartitionPieces.PIECE_BYTES;
        return (int) Math.min(PartitionPieces.PIECE_BYTES, bytes(partition) - first);
    }

    private static long bytes(Partition partition) {
        return partition.bits() / Byte.SIZE;
    }
}
