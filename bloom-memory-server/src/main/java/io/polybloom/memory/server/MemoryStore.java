package io.polybloom.memory.server;

import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A server that several threads may use: the commands of a call are executed as one. Thread-safe. */
public final class MemoryStore {

    /** Most keys, such as those of a filter that forgets, are never read again once they have expired. */
    private static final Duration SWEPT_EVERY = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final MemoryServer server;
    private final Lock lock = new ReentrantLock();
    private long sweptAt;

    /** Creates an empty store whose time is that of a clock. */
    public MemoryStore(InstantSource clock) {
        this.clock = clock;
        this.server = new MemoryServer(clock);
        this.sweptAt = clock.millis();
    }

    /** Returns one reply for each command, in their order. */
    public List<Reply> execute(List<Command> commands) {
        lock.lock();
        try {
            sweep();
            List<Reply> replies = new ArrayList<>(commands.size());
            for (Command command : commands) {
                replies.add(server.execute(command));
            }
            return replies;
        } finally {
            lock.unlock();
        }
    }

    /** Executes a command given by all its words. */
    public Reply call(List<byte[]> words) {
        lock.lock();
        try {
            return server.execute(words);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the names of the keys that exist, sorted. */
    public List<String> keys() {
        lock.lock();
        try {
            return server.keys().keys();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of keys that take memory, including those that have expired and have not been removed yet. */
    public int size() {
        lock.lock();
        try {
            return server.keys().size();
        } finally {
            lock.unlock();
        }
    }

    /** A clock may also be set back. */
    private void sweep() {
        long now = clock.millis();
        if (Math.abs(now - sweptAt) >= SWEPT_EVERY.toMillis()) {
            server.keys().removeExpired();
            sweptAt = now;
        }
    }
}
