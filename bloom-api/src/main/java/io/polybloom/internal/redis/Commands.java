package io.polybloom.internal.redis;

import io.polybloom.internal.model.Cells;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Makes the commands of the wire format: trailers, bits, keys and hashes. */
public final class Commands {

    /** The answer to {@link #timeToLive} where there is no such key. */
    public static final long NO_SUCH_KEY = -2;

    /** The answer to {@link #timeToLive} where the key does not expire. */
    public static final long NO_EXPIRY = -1;

    /** The integers of the trailer that stand before the bits in the reply to {@link #touch}. */
    static final int TRAILER_VALUES = 2;

    static final int GET_LENGTH = 3;

    private static final int SET_LENGTH = 4;
    private static final Offsets NO_OFFSETS = Offsets.of();
    private static final byte[] GET = ascii("GET");
    static final byte[] INCRBY = ascii("INCRBY");
    static final byte[] OVERFLOW = ascii("OVERFLOW");
    private static final byte[] SET = ascii("SET");
    private static final byte[] NX = ascii("NX");
    private static final byte[] PX = ascii("PX");
    private static final byte[] REPLACE = ascii("REPLACE");
    private static final byte[] ONE_BIT = ascii("u1");
    private static final byte[] WORD = ascii("i64");
    static final byte[] ONE = ascii("1");
    private static final byte[] ZERO = ascii("0");

    /** The first member of every set of claims, before all others; without it the set is not the one that was made. */
    private static final byte[] BORN = ascii("-");

    private static final byte[] AT_BORN = ascii("[-");

    /** The bits of the trailer after the first one: the seal and the marks of rebuilds. */
    private static final byte[] SEAL_AND_MARKS = ascii("u7");

    private Commands() {}

    /**
     * Sets or reads the bits of some elements, or changes or reads their counters, and reads the trailer of their
     * partition, if it has one, in the same atomic command.
     */
    public static Command bits(Access access, Partition partition, Offsets offsets, int count) {
        if (!access.isWrite()) {
            return read(access.verb(), partition, offsets, count);
        }
        if (partition.layer().hasCounters() && count > 0) {
            return CounterCommands.change(access, partition, offsets, count);
        }
        boolean seals = access == Access.ADD_AND_SEAL;
        boolean hasTrailer = partition.layer().hasTrailer();
        Cells cells = partition.layer().cells();
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
        Cells cells = layer.cells();
        byte[] type = ascii(cells.type());
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

    /** Seals a partition and reads its trailer as it was. */
    public static Command seal(Partition partition) {
        return bits(Access.ADD_AND_SEAL, partition, NO_OFFSETS, 0);
    }

    /** Returns whether a command that touches bits seals the partition; then it reads the marks last of all. */
    static boolean isSealing(Command command) {
        byte[][] arguments = command.arguments();
        return arguments.length > 2 * GET_LENGTH && Arrays.equals(arguments[GET_LENGTH], SET);
    }

    /** Marks a partition as one that is being rebuilt, and reads its trailer as it was. */
    static Command mark(Partition partition, int rebuild) {
        byte[][] arguments = new byte[2 * GET_LENGTH + SET_LENGTH][];
        int at = putTrailer(arguments, partition);
        putSet(arguments, at, partition.bits() + Trailer.bitOfMark(rebuild));
        return new Command(Verb.BITFIELD, partition.key(), arguments);
    }

    /** Reads the trailer of a partition. */
    public static Command trailer(Partition partition) {
        return read(Verb.BITFIELD_RO, partition, NO_OFFSETS, 0);
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

    private static Command read(Verb verb, Partition partition, Offsets offsets, int count) {
        boolean hasTrailer = partition.layer().hasTrailer();
        byte[][] arguments = new byte[GET_LENGTH * (count + (hasTrailer ? TRAILER_VALUES : 0))][];
        int at = hasTrailer ? putTrailer(arguments, partition) : 0;
        Cells cells = partition.layer().cells();
        byte[] type = partition.layer().hasCounters() ? CounterCommands.type(partition) : ascii(cells.type());
        for (int i = 0; i < count; i++) {
            at = putGet(arguments, at, type, cells.first(offsets.get(i)));
        }
        return Command.reading(verb, partition.key(), arguments);
    }

    /** Makes a partition alive, at its full length; bits that are already set stay set. */
    static Command createPartition(byte[] key, long partitionBits) {
        return new Command(Verb.SETBIT, key, decimal(partitionBits), ONE);
    }

    public static Command countBits(byte[] key, long firstByte, long lastByte) {
        return new Command(Verb.BITCOUNT, key, decimal(firstByte), decimal(lastByte));
    }

    public static Command range(byte[] key, long firstByte, long lastByte) {
        return new Command(Verb.GETRANGE, key, decimal(firstByte), decimal(lastByte));
    }

    /** Sets the bits that another key of the same slot has, too; the key loses its expiry. */
    public static Command merge(byte[] key, byte[] other) {
        return new Command(Verb.BITOP, key, key, other);
    }

    /** Clears the bits that another key of the same slot lacks; the key loses its expiry. */
    static Command clear(byte[] key, byte[] mask) {
        return new Command(Verb.BITOP_AND, key, key, mask);
    }

    /** Puts a copy of a key in the place of another one, or changes nothing if the key does not exist. */
    static Command copyOver(byte[] key, byte[] other) {
        return new Command(Verb.COPY, key, other, REPLACE);
    }

    /** Copies a key, unless there is another one in that place. */
    static Command copy(byte[] key, byte[] other) {
        return new Command(Verb.COPY, key, other);
    }

    public static Command length(byte[] key) {
        return new Command(Verb.STRLEN, key);
    }

    /** Makes a string of a key that does not exist yet, which lives for the given number of milliseconds. */
    public static Command createShortLived(byte[] key, byte[] value, long millis) {
        return new Command(Verb.SET, key, value, NX, PX, decimal(millis));
    }

    /** Makes a key a string that lives for the given number of milliseconds. */
    public static Command setShortLived(byte[] key, byte[] value, long millis) {
        return new Command(Verb.SET, key, value, PX, decimal(millis));
    }

    /** Makes an empty string of a key that does not exist, so that it can be given an expiry. */
    public static Command createEmpty(byte[] key) {
        return new Command(Verb.SETNX, key, new byte[0]);
    }

    /** Removes a key and others of the same slot. */
    public static Command unlink(byte[] key, byte[]... others) {
        return new Command(Verb.UNLINK, key, others);
    }

    public static Command rename(byte[] key, byte[] newKey) {
        return new Command(Verb.RENAMENX, key, newKey);
    }

    /** Writes bytes in place of others; missing bytes before them become zero. */
    public static Command overwrite(byte[] key, long firstByte, byte[] bytes) {
        return new Command(Verb.SETRANGE, key, decimal(firstByte), bytes);
    }

    public static Command keepForever(byte[] key) {
        return new Command(Verb.PERSIST, key);
    }

    /** Asks how many milliseconds a key has left; {@link #NO_SUCH_KEY} or {@link #NO_EXPIRY} if there are none. */
    public static Command timeToLive(byte[] key) {
        return new Command(Verb.PTTL, key);
    }

    public static Command expireAt(byte[] key, long epochMillis) {
        return new Command(Verb.PEXPIREAT, key, decimal(epochMillis));
    }

    /** Lets a key live for the given number of milliseconds from now, by the server's clock. */
    public static Command expireAfter(byte[] key, long millis) {
        return new Command(Verb.PEXPIRE, key, decimal(millis));
    }

    public static Command writeHash(byte[] key, Map<String, String> fields) {
        byte[][] arguments = new byte[2 * fields.size()][];
        int at = 0;
        for (Map.Entry<String, String> field : fields.entrySet()) {
            arguments[at++] = ascii(field.getKey());
            arguments[at++] = ascii(field.getValue());
        }
        return new Command(Verb.HSET, key, arguments);
    }

    /** Asks the server that has a key for its time. */
    public static Command time(byte[] key) {
        return Command.reading(Verb.TIME, key);
    }

    public static Command readHash(byte[] key) {
        return new Command(Verb.HGETALL, key);
    }

    /** Makes a set of claims, without any. */
    public static Command createClaims(byte[] key) {
        return new Command(Verb.ZADD, key, ZERO, BORN);
    }

    /** Counts 1 if a set of claims is the one that was made, and 0 if it was lost. */
    public static Command isBorn(byte[] key) {
        return new Command(Verb.ZLEXCOUNT, key, AT_BORN, AT_BORN);
    }

    /** Adds claims, at least one. */
    public static Command claim(byte[] key, List<String> claims) {
        byte[][] arguments = new byte[2 * claims.size()][];
        for (int i = 0; i < claims.size(); i++) {
            arguments[2 * i] = ZERO;
            arguments[2 * i + 1] = ascii(claims.get(i));
        }
        return new Command(Verb.ZADD, key, arguments);
    }

    /** Removes claims, at least one. */
    public static Command disclaim(byte[] key, List<String> claims) {
        return new Command(Verb.ZREM, key, claims.stream().map(Commands::ascii).toArray(byte[][]::new));
    }

    /** Reads the claims from one text to another, both included. */
    public static Command claimsBetween(byte[] key, String first, String last) {
        return new Command(Verb.ZRANGEBYLEX, key, ascii("[" + first), ascii("[" + last));
    }

    /** Removes the claims from one text to another, both included. */
    public static Command disclaimBetween(byte[] key, String first, String last) {
        return new Command(Verb.ZREMRANGEBYLEX, key, ascii("[" + first), ascii("[" + last));
    }

    /** Reads the trailer first of all; returns the place after it. */
    static int putTrailer(byte[][] arguments, Partition partition) {
        int at = putGet(arguments, 0, ONE_BIT, partition.bits());
        return putGet(arguments, at, SEAL_AND_MARKS, partition.bits() + 1);
    }

    static int putGet(byte[][] arguments, int at, byte[] type, long offset) {
        arguments[at] = GET;
        arguments[at + 1] = type;
        arguments[at + 2] = decimal(offset);
        return at + GET_LENGTH;
    }

    /** Asks a server whether its own writes are on disk, without waiting for that; an error if it cannot tell. */
    public static Command areWritesOnDisk(byte[] key) {
        return new Command(Verb.WAITAOF, key, ONE, ZERO, ONE);
    }

    /** Returns the operation of a BITFIELD that turns a bit over: 0 becomes 1, and 1 becomes 0. */
    public static byte[][] turnOver(byte[] offset) {
        return new byte[][] {INCRBY, ONE_BIT, offset, ONE};
    }

    /** Returns the first offset, as it is sent, that a BITFIELD writes. */
    public static byte[] firstWritten(Command command) {
        byte[][] arguments = command.arguments();
        int at = 0;
        while (Arrays.equals(arguments[at], GET)) {
            at += GET_LENGTH;
        }
        return arguments[Arrays.equals(arguments[at], OVERFLOW) ? at + CounterCommands.OVERFLOW_LENGTH + 2 : at + 2];
    }

    private static int putSet(byte[][] arguments, int at, long offset) {
        arguments[at] = SET;
        arguments[at + 1] = ONE_BIT;
        arguments[at + 2] = decimal(offset);
        arguments[at + 3] = ONE;
        return at + SET_LENGTH;
    }

    /** Returns a number in decimal digits, without an intermediate string: a bulk operation needs millions of them. */
    public static byte[] decimal(long value) {
        if (value < 0) {
            return ascii(Long.toString(value));
        }
        int length = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            length++;
        }
        byte[] digits = new byte[length];
        long rest = value;
        for (int at = length - 1; at >= 0; at--) {
            digits[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return digits;
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
