package io.polybloom.simulation.redis;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.memory.server.MemoryServer;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One primary of a simulated Redis 7, with a replica that may lag behind. It executes one command at a time; the state
 * of a connection between commands, MULTI, is in {@link Session}.
 */
public final class SimulatedServer {

    private static final Set<String> READS = Set.of(
            "BITFIELD_RO",
            "BITCOUNT",
            "GETRANGE",
            "STRLEN",
            "HGET",
            "HGETALL",
            "HEXISTS",
            "PTTL",
            "EXISTS",
            "ZRANGEBYLEX",
            "ZLEXCOUNT",
            "PFCOUNT");

    private final int lag;
    private final Deque<Unreplicated> replicated = new ArrayDeque<>();
    private MemoryServer server;
    private int time;
    private boolean isInGroup;

    /** The state of the keys before a write, and the time of the write. */
    private record Unreplicated(Keyspace before, int time) {}

    /**
     * Creates an empty server.
     *
     * @param lag the most write commands that the replica may be behind; 0 for none
     */
    public SimulatedServer(InstantSource clock, int lag) {
        this.lag = lag;
        this.server = new MemoryServer(clock);
    }

    /** Returns the present contents of the server. */
    public Keyspace keys() {
        return server.keys();
    }

    /** Executes a command given by all its words. An error is a reply, too. */
    public Reply execute(List<byte[]> words) {
        String name = new String(words.get(0), StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
        if (lag > 0 && name.equals("WAIT")) {
            return waitForReplica();
        }
        if (lag > 0 && !isInGroup && !READS.contains(name)) {
            remember();
        }
        return server.execute(words);
    }

    /** Executes commands, those of a group in such a way that they reach the replica as one or not at all. */
    public void execute(boolean isGroup, Runnable commands) {
        if (lag > 0 && isGroup) {
            remember();
        }
        isInGroup = isGroup;
        commands.run();
        isInGroup = false;
    }

    /** Tells the time of the run, which writes are remembered by. */
    public void tell(int now) {
        time = now;
    }

    /**
     * Lets the replica take over without the last write commands, by which it lags behind.
     *
     * @return the lost writes
     */
    public LostWrites failOver(int lostWrites) {
        int since = time;
        Keyspace primary = server.keys();
        for (int i = 0; i < lostWrites && !replicated.isEmpty(); i++) {
            Unreplicated write = replicated.removeLast();
            server = new MemoryServer(write.before());
            since = write.time();
        }
        replicated.clear();
        return new LostWrites(since, primary.differencesFrom(server.keys()));
    }

    /** Returns how many writes a failover can lose. */
    public int unreplicated() {
        return replicated.size();
    }

    /** Lets the replica catch up. */
    public void replicate() {
        replicated.clear();
    }

    /** The replica is as fast as it is waited for. */
    private Reply waitForReplica() {
        replicate();
        return new Reply.Int(1);
    }

    private void remember() {
        replicated.addLast(new Unreplicated(server.keys().copy(), time));
        if (replicated.size() > lag) {
            replicated.removeFirst();
        }
    }
}
