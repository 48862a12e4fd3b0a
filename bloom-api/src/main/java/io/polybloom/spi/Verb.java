package io.polybloom.spi;

import java.util.Optional;

/**
 * The Redis commands that the engine uses, none of them a script. All but those of the server's own Bloom filters are
 * available in Redis 6.2, except {@link #WAITAOF}. An adapter sends {@link #wireName()}. An adapter must carry all of
 * them, with three exceptions. {@link #WAITAOF} is sent only to a transport that {@linkplain Transport#acknowledging
 * acknowledges}. {@link #WAIT} is also sent to one that does not {@linkplain Transport#redirects redirect}.
 * {@link #MULTI} and {@link #EXEC} are sent only by transports that {@linkplain Transport#sendsGroups send groups} by
 * means of {@link WireGroup}.
 */
public enum Verb {
    /** Reads and writes bits of a string atomically; answers integers. */
    BITFIELD(true),
    /** Reads bits of a string; answers integers. */
    BITFIELD_RO(false),
    /** Counts the set bits of a range of bytes; answers an integer. */
    BITCOUNT(false),
    /** Sets one bit and grows the string if necessary; answers an integer. */
    SETBIT(true),
    /** Merges strings bit by bit into the key, atomically; answers an integer. The operation precedes the key. */
    BITOP(true, "OR"),
    /**
     * Clears the bits of the key that other strings lack, atomically; answers an integer. The operation precedes the
     * key. Sent only for filters with a window.
     */
    BITOP_AND(true, "AND"),
    /** Reads a range of bytes of a string; answers bytes. */
    GETRANGE(false),
    /** Overwrites a range of bytes of a string; answers an integer. */
    SETRANGE(true),
    /** Measures a string in bytes; answers an integer. */
    STRLEN(false),
    /** Sets a string; its options may require that the key is absent, and set an expiry; answers a word or nil. */
    SET(true),
    /** Creates a string unless the key exists; answers an integer. */
    SETNX(true),
    /** Sets a field of a hash if it is absent; answers an integer. */
    HSETNX(true),
    /** Sets fields of a hash; answers an integer. */
    HSET(true),
    /** Removes fields of a hash; answers an integer. */
    HDEL(true),
    /** Reads one field of a hash; answers bytes or nil. */
    HGET(false),
    /** Reads a hash; answers an array of bytes: fields and values in alternation. */
    HGETALL(false),
    /** Adds members to a sorted set; answers an integer. */
    ZADD(true),
    /** Removes members of a sorted set; answers an integer. */
    ZREM(true),
    /**
     * Reads the members of a sorted set in a lexicographic range, where all members have one score; answers an array of
     * bytes.
     */
    ZRANGEBYLEX(false),
    /**
     * Counts the members of a sorted set in a lexicographic range, where all members have one score; answers an
     * integer.
     */
    ZLEXCOUNT(false),
    /**
     * Removes the members of a sorted set in a lexicographic range, where all members have one score; answers an
     * integer.
     */
    ZREMRANGEBYLEX(true),
    /** Counts elements in a HyperLogLog; answers an integer, 1 if it has changed. */
    PFADD(true),
    /** Estimates the count of a HyperLogLog; answers an integer. */
    PFCOUNT(false),
    /** Merges other HyperLogLogs of the same slot into that of the key; answers a word. */
    PFMERGE(true),
    /** Renames a key unless the new name exists; answers an integer. */
    RENAMENX(true),
    /** Removes the expiry of a key; answers an integer. */
    PERSIST(true),
    /** Tells how many milliseconds remain until a key expires; answers an integer. */
    PTTL(false),
    /** Sets the time to live in milliseconds; answers an integer. */
    PEXPIRE(true),
    /** Sets the instant of expiry in milliseconds; answers an integer. */
    PEXPIREAT(true),
    /** Removes keys without blocking the server; answers an integer. */
    UNLINK(true),
    /**
     * Waits until replicas have the writes of its connection; answers their number. For 0 replicas it waits for none,
     * and only shows that the server is a primary: others refuse it. Has no key on the wire.
     */
    WAIT(false),
    /**
     * Waits until the server and replicas have the writes of its connection on disk; answers an array of two integers:
     * 1 if the server has them, and the number of replicas. Has no key on the wire. Available since Redis 7.2.
     */
    WAITAOF(false),
    /**
     * Tells the time of a server; answers an array of two numbers as bytes, the seconds since 1970 and the microseconds
     * within the second. Has no key on the wire. Sent only for filters with a window, and by mirrors.
     */
    TIME(false),
    /**
     * Creates one of the server's own Bloom filters; answers a word. This and the next three are sent only for filters
     * whose bits the server stores, and only to servers that have these commands.
     */
    BF_RESERVE(true),
    /**
     * Adds items to one of the server's own filters; answers an array of integers or booleans, whose last element may
     * be an error.
     */
    BF_INSERT(true),
    /** Looks items up in one of the server's own filters; answers an array of integers or booleans. */
    BF_MEXISTS(false),
    /** Describes one of the server's own filters; answers an array or a map. */
    BF_INFO(false),
    /** Begins a group: the commands that follow are queued until EXEC; answers a word. Has no key on the wire. */
    MULTI(false),
    /** Executes the queued commands as one; answers an array with their replies. Has no key on the wire. */
    EXEC(true);

    private final boolean write;
    private final String wireName;
    private final Optional<String> operation;

    Verb(boolean write) {
        this.write = write;
        this.operation = Optional.empty();
        this.wireName = wireNameOf(name());
    }

    Verb(boolean write, String operation) {
        this.write = write;
        this.operation = Optional.of(operation);
        this.wireName = "BITOP";
    }

    private static String wireNameOf(String name) {
        return name.startsWith("BF_") ? name.replace('_', '.') : name;
    }

    /** Returns the name of the command as it is sent: that of the constant, with a period for the underscore of BF_. */
    public String wireName() {
        return wireName;
    }

    /** Returns whether the command is for the server's own Bloom filters, which not all servers have. */
    public boolean isOfModule() {
        return this == BF_RESERVE || this == BF_INSERT || this == BF_MEXISTS || this == BF_INFO;
    }

    /** Returns whether the command is for counters of distinct elements, and needed by no filter. */
    public boolean isOfCounters() {
        return this == PFADD || this == PFCOUNT || this == PFMERGE;
    }

    /** Returns the word that stands between the command's name and its key; empty for all commands but two. */
    public Optional<String> operation() {
        return operation;
    }

    /** Returns whether the key is sent; if not, it only determines the server. */
    public boolean hasKey() {
        return this != WAIT && this != WAITAOF && this != TIME && this != MULTI && this != EXEC;
    }

    /** Returns whether the command is answered with an array (or a map) rather than with one value. */
    public boolean answersWithArray() {
        return switch (this) {
            case BITFIELD, BITFIELD_RO, HGETALL, ZRANGEBYLEX, WAITAOF, TIME, BF_INSERT, BF_MEXISTS, BF_INFO, EXEC ->
                true;
            default -> false;
        };
    }

    /**
     * Returns whether commands of this verb change the data set as a rule; a single command is judged by
     * {@link Command#isWrite}.
     */
    public boolean isWrite() {
        return write;
    }
}
