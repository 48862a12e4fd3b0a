package io.polybloom.internal.mirror;

import io.polybloom.internal.local.LocalBits;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.state.ServerTime;
import io.polybloom.spi.Command;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a mirror has read of a part of a partition: how many bits were set in each of its pieces. Whether a piece has
 * changed since then is decided by its count, which is enough as long as no bit was lost. A failover, or a restart, may
 * lose some and leave room for as many others. So a <i>witness</i> follows each reading: a key in the slot of the
 * partition, which is written to the same server after the bits were read. Servers lose the end of their history, and
 * nothing from its middle: where the witness is found, all bits are that were read before it. Confined to one refresh
 * at a time.
 */
final class MirroredPart {

    /** The bytes that one count covers in an unchanged filter, and that one exchange reads at most. */
    static final int PART_BYTES = 1 << 19;

    /** The bytes of the smallest range that is read: a compromise between the bytes of ranges and those of counts. */
    static final int PIECE_BYTES = 1 << 13;

    private static final int UNKNOWN = -1;
    private static final long NONE = -1;

    /** The longest witness: the decimal digits of a number. */
    private static final int MOST_DIGITS = 20;

    /** Bytes of the string, from the first one to the one after the last. */
    record Range(long first, long end) {
        int length() {
            return (int) (end - first);
        }
    }

    private final Partition partition;
    private final Range bytes;
    private final int[] counts;
    private final byte[] witnessKey;

    /** The number of the newest witness that was sent: none is sent twice, since a command may arrive late. */
    private long witnesses;

    /** The number of the witness that followed the most recent reading; none if it was not left. */
    private long witness = NONE;

    private long witnessNanos;
    private @Nullable ServerTime asOf;

    private MirroredPart(Partition partition, Range bytes, byte[] witnessKey) {
        this.partition = partition;
        this.bytes = bytes;
        this.counts = new int[(bytes.length() - 1) / PIECE_BYTES + 1];
        this.witnessKey = witnessKey;
        forget();
    }

    /** Returns the parts of a partition, of which nothing is known. */
    static List<MirroredPart> of(Partition partition, Supplier<String> ids) {
        long end = partition.bits() / Byte.SIZE;
        List<MirroredPart> parts = new ArrayList<>();
        for (long first = 0; first < end; first += PART_BYTES) {
            Range range = new Range(first, Math.min(end, first + PART_BYTES));
            parts.add(new MirroredPart(partition, range, partition.temporary(ids.get())));
        }
        return parts;
    }

    Partition partition() {
        return partition;
    }

    int pieces() {
        return counts.length;
    }

    Range bytes() {
        return bytes;
    }

    Range piece(int index) {
        long first = bytes.first() + (long) index * PIECE_BYTES;
        return new Range(first, Math.min(bytes.end(), first + PIECE_BYTES));
    }

    /** Returns the time as of which the part is known; null if it never was. */
    @Nullable
    ServerTime asOf() {
        return asOf;
    }

    /** Records that the part is known as of a time. */
    void knownAsOf(ServerTime latest) {
        asOf = latest;
    }

    /** Forgets what was counted, so that the part is read as a whole. */
    void forget() {
        Arrays.fill(counts, UNKNOWN);
        witness = NONE;
    }

    /** Returns whether a count can tell that a piece has not changed. */
    boolean canBeCompared() {
        if (witness == NONE) {
            return false;
        }
        for (int count : counts) {
            if (count == UNKNOWN) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether as many bits are set in the whole part as were. */
    boolean isEqual(long count) {
        return Arrays.stream(counts).asLongStream().sum() == count;
    }

    /** Returns the pieces whose counts differ from those that the server has told. */
    BitSet differing(long[] told) {
        BitSet differing = new BitSet(counts.length);
        for (int i = 0; i < counts.length; i++) {
            differing.set(i, counts[i] != told[i]);
        }
        return differing;
    }

    /** Returns ranges that cover some pieces, those of neighbours in one. */
    List<Range> ranges(BitSet pieces) {
        List<Range> ranges = new ArrayList<>();
        for (int from = pieces.nextSetBit(0); from >= 0; ) {
            int to = pieces.nextClearBit(from);
            ranges.add(new Range(piece(from).first(), piece(to - 1).end()));
            from = pieces.nextSetBit(to);
        }
        return ranges;
    }

    /** Puts what was read into the mirror, and counts it. */
    void take(LocalBits bits, Range range, byte[] string) {
        bits.merge(partition.layer().index(), partition.number(), range.first(), string, 0, string.length);
        int piece = (int) ((range.first() - bytes.first()) / PIECE_BYTES);
        for (int from = 0; from < string.length; from += PIECE_BYTES) {
            counts[piece++] = LocalBits.count(string, from, Math.min(PIECE_BYTES, string.length - from));
        }
    }

    /** Reads the witness. */
    Command askForWitness() {
        return Commands.range(witnessKey, 0, MOST_DIGITS);
    }

    /** Returns whether this is the witness that followed the most recent reading. */
    boolean isWitness(byte[] found) {
        return witness != NONE && Arrays.equals(found, Commands.decimal(witness));
    }

    /** Leaves another witness, which lives for a time. */
    Command leaveWitness(long millis) {
        witnesses++;
        return Commands.setShortLived(witnessKey, Commands.decimal(witnesses), millis);
    }

    /** Lets the witness live for a time from now. */
    Command keepWitness(long millis) {
        return Commands.liveFor(witnessKey, millis);
    }

    /** Records whether the newest witness was left. */
    void witnessed(boolean isLeft, long nanos) {
        witness = isLeft ? witnesses : NONE;
        witnessNanos = nanos;
    }

    /** Records that the witness lives for its whole time again. */
    void renewed(long nanos) {
        witnessNanos = nanos;
    }

    /** Returns when the witness was left, or last renewed. */
    long witnessNanos() {
        return witnessNanos;
    }
}
