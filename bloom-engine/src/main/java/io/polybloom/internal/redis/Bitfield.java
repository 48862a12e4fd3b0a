package io.polybloom.internal.redis;

import com.google.common.primitives.Longs;
import io.polybloom.internal.model.CellFormat;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Arrays;

/**
 * The BITFIELD on a partition: makes the command, and reads the reply, in which each sub-command has one value. The
 * first two read the trailer, if the partition has one: whether it is alive; then the seal and the marks of rebuilds.
 * After them come the elements, k bits or counters for each:
 *
 * <pre>
 * look-up              GET each cell
 * add                  for each element: GET each of its cells, unless a cell is one bit; SET a bit in each of them
 * add and seal         the same, but SET in place of GET of the seal and the marks, which are read last of all
 * add with counters    INCRBY 1 to each counter, answered with the value after it
 * remove               for each element: GET each of its counters, then four INCRBY to each
 * look-up by words     GET one word for each element
 * </pre>
 */
public final class Bitfield {

    /** The values of the trailer, which stand before all others. */
    private static final int TRAILER_VALUES = 2;

    private static final int GET_LENGTH = 3;
    private static final int SET_LENGTH = 4;
    private static final int INCREMENT_LENGTH = 4;
    private static final int OVERFLOW_LENGTH = 2;

    /** The values of a removal, per counter; the first is the value before the removal. */
    private static final int VALUES_OF_A_REMOVAL = 5;

    private static final Offsets NO_OFFSETS = Offsets.of();
    private static final byte[] GET = Commands.ascii("GET");
    private static final byte[] SET = Commands.ascii("SET");
    private static final byte[] INCRBY = Commands.ascii("INCRBY");
    private static final byte[] OVERFLOW = Commands.ascii("OVERFLOW");
    private static final byte[] STOP = Commands.ascii("SAT");
    private static final byte[] WRAP = Commands.ascii("WRAP");
    private static final byte[] ONE_BIT = Commands.ascii("u1");

    /** The bits of the trailer after the first one: the seal and the marks of rebuilds. */
    private static final byte[] SEAL_AND_MARKS = Commands.ascii("u7");

    private static final byte[] WORD = Commands.ascii("i64");
    private static final byte[][] COUNTERS = {{}, ONE_BIT, Commands.ascii("u2"), {}, Commands.ascii("u4")};
    private static final byte[] MINUS_ONE = Commands.ascii("-1");
    private static final byte[] ONE = Commands.ascii("1");
    private static final byte[] TWO = Commands.ascii("2");

    private Bitfield() {}

    /** Reads the trailer of a partition. */
    public static Command trailer(Partition partition) {
        return lookUp(Verb.BITFIELD_RO, partition, NO_OFFSETS, 0);
    }

    /** Reads the trailer of a partition as it was, and seals the partition if the access does so. */
    public static Command trailer(Access access, Partition partition) {
        return access == Access.ADD_AND_SEAL ? seal(partition) : trailer(partition);
    }

    /** Seals a partition and reads its trailer as it was. */
    public static Command seal(Partition partition) {
        return add(Access.ADD_AND_SEAL, partition, NO_OFFSETS, 0);
    }

    /** Leaves a mark in the trailer of a partition, by its number, from 1 on, and reads the trailer as it was. */
    public static Command mark(Partition partition, int mark) {
        byte[][] arguments = new byte[TRAILER_VALUES * GET_LENGTH + SET_LENGTH][];
        int at = putTrailer(arguments, partition);
        putSet(arguments, at, partition.bits() + Trailer.bitOfMark(mark));
        return new Command(Verb.BITFIELD, partition.key(), arguments);
    }

    /**
     * Reads the reply to a command that reads the trailer of a partition, and nothing else of it; throws the classified
     * exception for anything else.
     */
    public static Trailer readTrailer(Partition partition, Command command, Reply reply) {
        return trailer(partition.layer(), command, values(partition.layer(), command, reply, 0));
    }

    /**
     * Sets or reads the bits of some elements, or changes or reads their counters, and reads the trailer of their
     * partition, if it has one, in the same atomic command.
     */
    public static Command bits(Access access, Partition partition, Offsets offsets, int count) {
        if (!access.isWrite()) {
            return lookUp(access.verb(), partition, offsets, count);
        }
        if (!partition.layer().hasCounters() || count == 0) {
            return add(access, partition, offsets, count);
        }
        return access == Access.REMOVE ? decrement(partition, offsets, count) : increment(partition, offsets, count);
    }

    /**
     * Reads the reply to {@link #bits}; throws the classified exception for any other reply.
     *
     * @param count the number of bits or counters
     */
    public static PartitionAnswer readBits(
            Access access, Partition partition, Command command, Reply reply, int count) {
        Layer layer = partition.layer();
        int valuesOfABit = valuesOfABit(access, layer);
        long[] values = values(layer, command, reply, count * valuesOfABit);
        Trailer trailer = trailer(layer, command, values);
        int hashes = layer.geometry().hashes();
        int first = trailerValues(layer);
        int stride = hashes * valuesOfABit;
        if (layer.hasCounters()) {
            int untouched = access == Access.ADD ? 1 : 0;
            return PartitionAnswer.of(
                    trailer,
                    place -> PartitionAnswer.outcome(areAllBut(untouched, values, first + place * stride, hashes)));
        }
        return PartitionAnswer.ofCells(trailer, layer.cells(), place -> {
            long common = -1;
            for (int i = 0; i < hashes; i++) {
                common &= values[first + place * stride + i];
            }
            return common;
        });
    }

    private static int valuesOfABit(Access access, Layer layer) {
        if (layer.hasCounters() && access == Access.REMOVE) {
            return VALUES_OF_A_REMOVAL;
        }
        return access == Access.ADD ? 1 + layer.cells().readsOfAnAdd() : 1;
    }

    private static boolean areAllBut(long other, long[] values, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (values[i] == other) {
                return false;
            }
        }
        return true;
    }

    private static Command lookUp(Verb verb, Partition partition, Offsets offsets, int count) {
        boolean hasTrailer = partition.layer().hasTrailer();
        byte[][] arguments = new byte[GET_LENGTH * (count + (hasTrailer ? TRAILER_VALUES : 0))][];
        int at = hasTrailer ? putTrailer(arguments, partition) : 0;
        CellFormat cells = partition.layer().cells();
        byte[] type = partition.layer().hasCounters() ? counter(partition) : Commands.ascii(cells.type());
        for (int i = 0; i < count; i++) {
            at = putGet(arguments, at, type, cells.first(offsets.get(i)));
        }
        return Command.reading(verb, partition.key(), arguments);
    }

    private static Command add(Access access, Partition partition, Offsets offsets, int count) {
        boolean seals = access == Access.ADD_AND_SEAL;
        boolean hasTrailer = partition.layer().hasTrailer();
        CellFormat cells = partition.layer().cells();
        int trailerLength = hasTrailer ? GET_LENGTH + (seals ? SET_LENGTH + GET_LENGTH : GET_LENGTH) : 0;
        int lengthOfABit = SET_LENGTH + cells.readsOfAnAdd() * GET_LENGTH;
        byte[][] arguments = new byte[trailerLength + lengthOfABit * count][];
        int at = 0;
        if (hasTrailer) {
            long end = partition.bits();
            at = putGet(arguments, at, ONE_BIT, end);
            at = seals ? putSet(arguments, at, end + 1) : putGet(arguments, at, SEAL_AND_MARKS, end + 1);
        }
        at = putBits(arguments, at, partition.layer(), offsets, count);
        if (hasTrailer && seals) {
            putGet(arguments, at, SEAL_AND_MARKS, partition.bits() + 1);
        }
        return new Command(access.verb(), partition.key(), arguments);
    }

    /**
     * Reads the cells of each element before it sets a bit in them, so that an element that comes twice is seen. Bits
     * that are no longer told apart by element, as those of a load, may end within one.
     */
    private static int putBits(byte[][] arguments, int at, Layer layer, Offsets offsets, int count) {
        CellFormat cells = layer.cells();
        byte[] type = Commands.ascii(cells.type());
        int hashes = layer.geometry().hashes();
        int next = at;
        for (int from = 0; from < count; from += hashes) {
            int to = Math.min(from + hashes, count);
            int reads = cells.readsOfAnAdd() * (to - from);
            for (int i = from; i < from + reads; i++) {
                next = putGet(arguments, next, type, cells.first(offsets.get(i)));
            }
            for (int i = from; i < to; i++) {
                next = putSet(arguments, next, cells.added(offsets.get(i)));
            }
        }
        return next;
    }

    /** Increments counters, which stay at their highest value. */
    private static Command increment(Partition partition, Offsets offsets, int count) {
        byte[][] arguments = new byte[TRAILER_VALUES * GET_LENGTH + OVERFLOW_LENGTH + count * INCREMENT_LENGTH][];
        int at = putTrailer(arguments, partition);
        putIncrements(arguments, at, partition, offsets, 0, count, STOP, ONE);
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
    private static Command decrement(Partition partition, Offsets offsets, int count) {
        int hashes = partition.layer().geometry().hashes();
        int steps = VALUES_OF_A_REMOVAL - 1;
        byte[][] arguments = new byte
                [TRAILER_VALUES * GET_LENGTH
                        + count * (GET_LENGTH + steps * INCREMENT_LENGTH)
                        + count / hashes * steps * OVERFLOW_LENGTH]
                [];
        int at = putTrailer(arguments, partition);
        for (int from = 0; from < count; from += hashes) {
            int to = from + hashes;
            for (int i = from; i < to; i++) {
                at = putGet(arguments, at, counter(partition), offsets.get(i));
            }
            at = putIncrements(arguments, at, partition, offsets, from, to, STOP, MINUS_ONE);
            at = putIncrements(arguments, at, partition, offsets, from, to, WRAP, TWO);
            at = putIncrements(arguments, at, partition, offsets, from, to, STOP, MINUS_ONE);
            at = putIncrements(arguments, at, partition, offsets, from, to, WRAP, MINUS_ONE);
        }
        return new Command(Access.REMOVE.verb(), partition.key(), arguments);
    }

    /** Reads the word in which all bits of an element lie, for each of some elements, and the trailer. */
    public static Command words(Access access, Partition partition, Offsets offsets, int count) {
        int hashes = partition.layer().geometry().hashes();
        byte[][] arguments = new byte[GET_LENGTH * (TRAILER_VALUES + count / hashes)][];
        int at = putTrailer(arguments, partition);
        for (int i = 0; i < count; i += hashes) {
            at = putGet(arguments, at, WORD, offsets.get(i) / Long.SIZE * Long.SIZE);
        }
        return Command.reading(access.verb(), partition.key(), arguments);
    }

    /**
     * Reads the reply to {@link #words}; throws the classified exception for any other reply.
     *
     * @param count the number of bits
     */
    public static PartitionAnswer readWords(
            Partition partition, Command command, Reply reply, Offsets offsets, int count) {
        Layer layer = partition.layer();
        byte[][] words = new byte[count / layer.geometry().hashes()][];
        long[] values = values(layer, command, reply, words.length);
        for (int i = 0; i < words.length; i++) {
            words[i] = Longs.toByteArray(values[trailerValues(layer) + i]);
        }
        return PartitionAnswer.ofBlocks(trailer(layer, command, values), layer, words, offsets);
    }

    /**
     * Returns the values of a reply that must hold the trailer, if there is one, and some values after it; throws the
     * classified exception for any other reply.
     *
     * @param count the number of values after the trailer
     */
    private static long[] values(Layer layer, Command command, Reply reply, int count) {
        int marks = layer.hasTrailer() && isSealing(command) ? 1 : 0;
        return Answers.integers(command, reply, trailerValues(layer) + count + marks);
    }

    private static int trailerValues(Layer layer) {
        return layer.hasTrailer() ? TRAILER_VALUES : 0;
    }

    private static Trailer trailer(Layer layer, Command command, long[] values) {
        if (!layer.hasTrailer()) {
            return Trailer.NONE;
        }
        long alive = values[0] << 7;
        // One that is sealed has only its old seal before the bits, and the marks behind them.
        return Trailer.of(
                isSealing(command)
                        ? alive | values[1] << Trailer.MARKS | values[values.length - 1] & (1 << Trailer.MARKS) - 1
                        : alive | values[1]);
    }

    private static boolean isSealing(Command command) {
        byte[][] arguments = command.arguments();
        return arguments.length > 2 * GET_LENGTH && Arrays.equals(arguments[GET_LENGTH], SET);
    }

    /** Returns the operation that turns a bit over: 0 becomes 1, and 1 becomes 0. */
    public static byte[][] turnOver(byte[] offset) {
        return new byte[][] {INCRBY, ONE_BIT, offset, ONE};
    }

    /** Returns the first offset, as it is sent, that a command writes. */
    public static byte[] firstWritten(Command command) {
        byte[][] arguments = command.arguments();
        int at = 0;
        while (Arrays.equals(arguments[at], GET)) {
            at += GET_LENGTH;
        }
        return arguments[Arrays.equals(arguments[at], OVERFLOW) ? at + OVERFLOW_LENGTH + 2 : at + 2];
    }

    private static byte[] counter(Partition partition) {
        return COUNTERS[partition.layer().counterBits()];
    }

    private static int putTrailer(byte[][] arguments, Partition partition) {
        int at = putGet(arguments, 0, ONE_BIT, partition.bits());
        return putGet(arguments, at, SEAL_AND_MARKS, partition.bits() + 1);
    }

    private static int putGet(byte[][] arguments, int at, byte[] type, long offset) {
        arguments[at] = GET;
        arguments[at + 1] = type;
        arguments[at + 2] = Commands.decimal(offset);
        return at + GET_LENGTH;
    }

    private static int putSet(byte[][] arguments, int at, long offset) {
        arguments[at] = SET;
        arguments[at + 1] = ONE_BIT;
        arguments[at + 2] = Commands.decimal(offset);
        arguments[at + 3] = ONE;
        return at + SET_LENGTH;
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
        arguments[next++] = OVERFLOW;
        arguments[next++] = overflow;
        byte[] type = counter(partition);
        for (int i = from; i < to; i++) {
            arguments[next++] = INCRBY;
            arguments[next++] = type;
            arguments[next++] = Commands.decimal(offsets.get(i));
            arguments[next++] = increment;
        }
        return next;
    }
}
