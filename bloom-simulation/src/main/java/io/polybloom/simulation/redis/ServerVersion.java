package io.polybloom.simulation.redis;

/** The versions of servers, as far as the differences between them can be seen by the engine. */
public enum ServerVersion {
    /** Redis 6.2. */
    REDIS_6_2,
    /** Redis 7.0. */
    REDIS_7_0,
    /** Redis 7.2 and later, and Valkey. */
    REDIS_7_2,
    /** The same on a host that refuses WAIT and WAITAOF. */
    HOST_WITHOUT_WAIT;

    /** Whether the server executes WAIT. */
    public boolean waits() {
        return this != HOST_WITHOUT_WAIT;
    }

    /** Whether a command that writes the bits that are there already is replicated like any other. */
    boolean replicatesUnchangedBits() {
        return this == REDIS_6_2;
    }

    /** Whether a replica that cannot save refuses writes for that reason, before it says that it is a replica. */
    boolean complainsOfSavingOnReplicas() {
        return this != REDIS_6_2;
    }

    /** Whether WAIT waits for the last effective write of its own connection, and not for all writes of the server. */
    boolean waitsForOwnWrites() {
        return this == REDIS_7_2 || this == HOST_WITHOUT_WAIT;
    }

    /** Whether the server has the command WAITAOF. */
    boolean waitsForDisks() {
        return this == REDIS_7_2;
    }

    /** Whether a server whose memory is full refuses every command between MULTI and EXEC. */
    boolean needsMemoryToQueue() {
        return this == REDIS_6_2 || this == REDIS_7_0;
    }
}
