package io.polybloom.simulation.redis;

import io.polybloom.memory.server.Keyspace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** The writes of a primary that its replica may not have yet, and the keys of the replica without them. */
final class ReplicationLog {

    /** The keys that a write has changed, as they were after it; those that are not in the keyspace were removed. */
    private record Write(long offset, int time, Set<String> names, Keyspace after) {}

    private final Deque<Write> missing = new ArrayDeque<>();
    private final Keyspace replica;
    private final int lag;
    private long offset;

    /**
     * Begins with a replica that has everything.
     *
     * @param lag the most writes that it may be behind
     */
    ReplicationLog(Keyspace replica, int lag) {
        this.replica = replica;
        this.lag = lag;
    }

    /** Returns the offset after the last write. */
    long offset() {
        return offset;
    }

    int size() {
        return missing.size();
    }

    /** Appends a write, by which some keys have become as they are. */
    void append(int time, Set<String> names, Keyspace keys) {
        offset++;
        missing.addLast(new Write(offset, time, names, keys.copyOf(names)));
        if (missing.size() > lag) {
            apply(missing.removeFirst());
        }
    }

    /** Returns whether the replica has all writes up to an offset. */
    boolean isAcknowledged(long upTo) {
        return missing.isEmpty() || missing.getFirst().offset() > upTo;
    }

    /** Lets the replica have all writes up to an offset, and no more. */
    void replicate(long upTo) {
        while (!isAcknowledged(upTo)) {
            apply(missing.removeFirst());
        }
    }

    /** Drops the last writes; returns the time of the first of these, or of now if there are none. */
    int drop(int count, int now) {
        int since = now;
        for (int i = 0; i < count && !missing.isEmpty(); i++) {
            since = missing.removeLast().time();
        }
        return since;
    }

    private void apply(Write write) {
        replica.assume(write.names(), write.after());
    }
}
