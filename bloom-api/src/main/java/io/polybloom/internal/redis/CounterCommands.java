package io.polybloom.internal.redis;

import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Command;

/** Makes the commands that change the counters of elements. */
final class CounterCommands {

    /** The number of values in the reply to a removal, per counter; the first is the value before the removal. */
    static final int VALUES_OF_A_REMOVAL = 5;

    private static final int INCREMENT_LENGTH = 4;
    static final int OVERFLOW_LENGTH = 2;
    private static final byte[] STOP = Commands.ascii("SAT");
    private static final byte[] WRAP = Commands.ascii("WRAP");
    private static final byte[] MINUS_ONE = Commands.ascii("-1");
    private static final byte[] TWO = Commands.ascii("2");
    private static final byte[][] TYPES = {{}, Commands.ascii("u1"), Commands.ascii("u2"), {}, Commands.ascii("u4")};

    private CounterCommands() {}

    /** Returns the type of the counters of a partition, as BITFIELD names it. */
    static byte[] type(Partition partition) {
        return TYPES[partition.layer().counterBits()];
    }

    /** Changes the counters of elements, and reads the trailer of their partition. */
    static Command change(Access access, Partition partition, Offsets offsets, int count) {
        return access == Access.REMOVE ? remove(partition, offsets, count) : add(partition, offsets, count);
    }

    /** Increments counters, which stay at their highest value. Each is answered with its value after the increment. */
    private static Command add(Partition partition, Offsets offsets, int count) {
        byte[][] arguments = arguments(OVERFLOW_LENGTH + count * INCREMENT_LENGTH);
        int at = Commands.putTrailer(arguments, partition);
        putIncrements(arguments, at, partition, offsets, 0, count, STOP, Commands.ONE);
        return new Command(Access.ADD.verb(), partition.key(), arguments);
    }

    /**
     * Decrements counters, except for those at 0 and those at their highest value, whose number of elements is not
     * known. A counter that is decremented with saturation goes from 0 and from 1 to 0; the other steps only bring the
     * highest value back: adding 2, modulo the number of values, turns the highest value into 0, so that the next
     * decrement leaves it alone; then 1 less, modulo the number of values, restores the order.
     *
     * <p>The counters of one element differ, so each step is done for all of them before the next.
     */
    private static Command remove(Partition partition, Offsets offsets, int count) {
        int hashes = partition.layer().geometry().hashes();
        int steps = VALUES_OF_A_REMOVAL - 1;
        byte[][] arguments = arguments(
                count * (Commands.GET_LENGTH + steps * INCREMENT_LENGTH) + count / hashes * steps * OVERFLOW_LENGTH);
        int at = Commands.putTrailer(arguments, partition);
        for (int from = 0; from < count; from += hashes) {
            int to = from + hashes;
            for (int i = from; i < to; i++) {
                at = Commands.putGet(arguments, at, type(partition), offsets.get(i));
            }
            at = putIncrements(arguments, at, partition, offsets, from, to, STOP, MINUS_ONE);
            at = putIncrements(arguments, at, partition, offsets, from, to, WRAP, TWO);
            at = putIncrements(arguments, at, partition, offsets, from, to, STOP, MINUS_ONE);
            at = putIncrements(arguments, at, partition, offsets, from, to, WRAP, MINUS_ONE);
        }
        return new Command(Access.REMOVE.verb(), partition.key(), arguments);
    }

    private static byte[][] arguments(int behindTheTrailer) {
        return new byte[Commands.TRAILER_VALUES * Commands.GET_LENGTH + behindTheTrailer][];
    }

    private static int putIncrements(
            byte[][] arguments,
            int at,
            Partition partition,
            Offsets offsets,
            int from,
            int to,
            byte[] overflow,
            byte[] increment) {
        int next = at;
        arguments[next++] = Commands.OVERFLOW;
        arguments[next++] = overflow;
        byte[] type = type(partition);
        for (int i = from; i < to; i++) {
            arguments[next++] = Commands.INCRBY;
            arguments[next++] = type;
            arguments[next++] = Commands.decimal(offsets.get(i));
            arguments[next++] = increment;
        }
        return next;
    }
}
