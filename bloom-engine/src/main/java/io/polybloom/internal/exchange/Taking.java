package io.polybloom.internal.exchange;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.WholePartitions;
import io.polybloom.step.Wire;

/**
 * Decides whether an operation takes a partition as a whole.
 *
 * @param where where it may do so
 * @param nanosPerByte how long a byte takes on the wire
 * @param mostBytes how many times the bytes of naming the bits it may move
 */
public record Taking(WholePartitions where, double nanosPerByte, double mostBytes) {

    /**
     * A byte that takes more than this, on a wire of less than 2 Gbit/s, is taken from others who need the wire. A
     * compromise: far from 1 Gbit/s, and far from 10 Gbit/s as it looks on a busy machine.
     */
    private static final double SLOW = 4;

    private static final double MOST_BYTES_ON_A_SLOW_WIRE = 1.5;

    /** Bytes are paid for in many places, so more than this must be worth it. */
    private static final double MOST_BYTES = 4;

    /**
     * How many times as fast a transfer of more bytes must be on a wire that has room for them. A compromise: with
     * more, bytes are spared that others may need; with less, a call is never much slower than it could be.
     */
    private static final double FASTER = 1.1;

    /** Takes nothing. */
    public static final Taking NOTHING = at(Wire.leastNanosPerByte(), WholePartitions.NOWHERE);

    /** Decides for an operation of a filter, by what its wire has shown. */
    static Taking on(OpenFilter filter, Access access) {
        double nanosPerByte = filter.environment().wire().nanosPerByte();
        return at(nanosPerByte, filter.wholePartitions(access));
    }

    /** Decides by a wire on which a byte takes that many nanoseconds. */
    static Taking at(double nanosPerByte, WholePartitions where) {
        return new Taking(where, nanosPerByte, nanosPerByte > SLOW ? MOST_BYTES_ON_A_SLOW_WIRE : MOST_BYTES);
    }

    /** Returns what takes partitions to see how fast the wire is. */
    Taking asTrial() {
        return new Taking(where, Wire.leastNanosPerByte(), Double.POSITIVE_INFINITY);
    }

    /** Returns the same where other partitions may be taken. */
    public Taking where(WholePartitions other) {
        return new Taking(other, nanosPerByte, mostBytes);
    }

    /** Returns the same with another limit to the bytes, on a wire where there is no way around it. */
    public Taking mostBytes(double other) {
        return isBoundByBytes() ? new Taking(where, nanosPerByte, other) : this;
    }

    /** Returns the same for the first of several partitions: whether any of them may be taken. */
    public Taking ofSeveral(int partitions) {
        return partitions > 1 ? mostBytes(Double.POSITIVE_INFINITY) : this;
    }

    /**
     * Returns whether no speed is worth more bytes. Then some partitions of a call may still be taken, if others are
     * not.
     */
    boolean isBoundByBytes() {
        return nanosPerByte > SLOW;
    }

    /** Returns whether a partition is taken as a whole rather than by naming bits. */
    boolean prefers(ExchangeCost whole, ExchangeCost named) {
        double wholeNanos = nanos(whole);
        double namedNanos = nanos(named);
        boolean isCheap = whole.bytes() <= mostBytes * named.bytes();
        return wholeNanos < namedNanos && (isCheap || (!isBoundByBytes() && wholeNanos * FASTER < namedNanos));
    }

    /** Returns how long an exchange takes here. */
    double nanos(ExchangeCost cost) {
        return cost.nanos(nanosPerByte);
    }
}
