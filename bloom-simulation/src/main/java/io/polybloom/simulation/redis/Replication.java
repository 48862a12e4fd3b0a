package io.polybloom.simulation.redis;

/**
 * How a server replicates.
 *
 * @param lag the most writes that its replica may be behind; 0 if it has none
 * @param version what the server is
 */
public record Replication(int lag, ServerVersion version) {

    /** A server of today without a replica. */
    public static final Replication NONE = new Replication(0, ServerVersion.REDIS_7_2);

    /** The same with a replica that may be behind by that number of writes. */
    public Replication lagging(int writes) {
        return new Replication(writes, version);
    }

    /** The same on another version. */
    public Replication of(ServerVersion other) {
        return new Replication(lag, other);
    }

    boolean hasReplica() {
        return lag > 0;
    }
}
