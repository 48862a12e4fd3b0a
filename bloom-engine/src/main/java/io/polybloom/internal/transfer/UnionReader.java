package io.polybloom.internal.transfer;

import io.polybloom.internal.load.PartitionPieces;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.transfer.CopySource.Piece;
import io.polybloom.internal.transfer.CopySource.StoredString;
import io.polybloom.listener.ByteProgress;
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
        byte[] merged = new byte[length(partition, piece)];
        return Steps.each(
                        members.iterator(),
                        member -> member.read(partition, piece)
                                .also(bytes -> merge(bytes, merged))
                                .asVoid())
                .map(read -> merged);
    }

    /** ORs bytes into others of the same length. */
    static void merge(byte[] bytes, byte[] merged) {
        for (int i = 0; i < merged.length; i++) {
            merged[i] |= bytes[i];
        }
    }

    /** Returns the number of bits that are set. */
    static long ones(byte[] bytes) {
        long ones = 0;
        for (byte octet : bytes) {
            ones += Integer.bitCount(octet & 0xff);
        }
        return ones;
    }

    /** Reads one piece of a partition; fails if the partition is not alive. */
    Step<byte[]> read(Partition partition, int piece) {
        StoredString whole = new StoredString(partition, bytes(partition) + 1);
        long first = (long) piece * PartitionPieces.PIECE_BYTES;
        return new Piece(whole, first, length(partition, piece)).read().also(bytes -> count(bytes.length));
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
