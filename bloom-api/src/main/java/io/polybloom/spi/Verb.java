package io.polybloom.spi;

/** The Redis commands that the engine uses, all of them available in Redis 6.2 and none of them a script. */
public enum Verb {
    /** Reads and writes bits of a string atomically; answers integers. */
    BITFIELD(true),
    /** Reads bits of a string; answers integers. */
    BITFIELD_RO(false),
    /** Counts the set bits of a range of bytes; answers an integer. */
    BITCOUNT(false),
    /** Sets one bit and grows the string to it; answers an integer. */
    SETBIT(true),
    /** Sets a field of a hash if it is absent; answers an integer. */
    HSETNX(true),
    /** Sets fields of a hash; answers an integer. */
    HSET(true),
    /** Removes fields of a hash; answers an integer. */
    HDEL(true),
    /** Reads one field of a hash; answers bytes or nil. */
    HGET(false),
    /** Reads a hash; answers bytes, field and value in turn. */
    HGETALL(false),
    /** Sets the instant of expiry in milliseconds; answers an integer. */
    PEXPIREAT(true),
    /** Removes a key without blocking the server; answers an integer. */
    UNLINK(true),
    /** Removes a key; answers an integer. */
    DEL(true);

    private final boolean write;

    Verb(boolean write) {
        this.write = write;
    }

    /** Whether the command is answered with an array (or a map) rather than with one value. */
    public boolean answersWithArray() {
        return this == BITFIELD || this == BITFIELD_RO || this == HGETALL;
    }

    /** Whether the command may change the data set. A write that may have reached the server must never be sent again. */
    public boolean isWrite() {
        return write;
    }
}
