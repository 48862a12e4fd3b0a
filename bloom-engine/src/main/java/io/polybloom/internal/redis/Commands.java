package io.polybloom.internal.redis;

import io.polybloom.Acknowledgement;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Makes the commands of the wire format on whole keys, hashes and sets; {@link Bitfield} makes those on bits. */
public final class Commands {

    /** The answer to {@link #timeToLive} where there is no such key. */
    public static final long NO_SUCH_KEY = -2;

    /** The answer to {@link #timeToLive} where the key does not expire. */
    public static final long NO_EXPIRY = -1;

    private static final byte[] NX = ascii("NX");
    private static final byte[] PX = ascii("PX");
    private static final byte[] ONE = ascii("1");
    private static final byte[] ZERO = ascii("0");

    /** The first member of every set of claims, before all others; without it the set is not the one that was made. */
    private static final byte[] BORN = ascii("-");

    private static final byte[] AT_BORN = ascii("[-");

    private Commands() {}

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
    public static Command clear(byte[] key, byte[] mask) {
        return new Command(Verb.BITOP_AND, key, key, mask);
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

    /** Lets a key live for a time, as Redis counts it. */
    public static Command live(byte[] key, Lifetime lifetime) {
        return lifetime.end()
                .map(end -> new Command(Verb.PEXPIREAT, key, decimal(end.toEpochMilli())))
                .orElseGet(() -> new Command(Verb.PERSIST, key));
    }

    /** Asks how many milliseconds a key has left; {@link #NO_SUCH_KEY} or {@link #NO_EXPIRY} if there are none. */
    public static Command timeToLive(byte[] key) {
        return new Command(Verb.PTTL, key);
    }

    /** Lets a key live for the given number of milliseconds from now, by the server's clock. */
    public static Command liveFor(byte[] key, long millis) {
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

    /** Writes a field of a hash, unless it is there. */
    public static Command putIfAbsent(byte[] key, String field, String value) {
        return new Command(Verb.HSETNX, key, ascii(field), ascii(value));
    }

    /** Removes fields of a hash, at least one. */
    public static Command removeFields(byte[] key, List<String> fields) {
        return new Command(Verb.HDEL, key, fields.stream().map(Commands::ascii).toArray(byte[][]::new));
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

    /**
     * Asks a server in the words of an acknowledged write, but waits for nobody: an error shows that it cannot tell,
     * and a client whose own timeout is too short does not send it.
     */
    public static Command acknowledgedByNobody(byte[] key, Acknowledgement asked) {
        byte[] millis = decimal(asked.timeout().toMillis());
        return asked.persisted()
                ? new Command(Verb.WAITAOF, key, ZERO, ZERO, millis)
                : new Command(Verb.WAIT, key, ZERO, millis);
    }

    /** Asks a server whether its own writes are on disk, without waiting for that; an error if it cannot tell. */
    public static Command areWritesOnDisk(byte[] key) {
        return new Command(Verb.WAITAOF, key, ONE, ZERO, ONE);
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
