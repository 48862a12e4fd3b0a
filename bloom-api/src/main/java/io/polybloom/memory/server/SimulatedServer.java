package io.polybloom.memory.server;

import io.polybloom.spi.Reply;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * One primary of a simulated Redis 7, with a replica that may lag behind. It executes one command at a time; what a
 * connection keeps between commands, MULTI, is {@link Session}'s.
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
            "WAIT");

    private final InstantSource clock;
    private final int lag;
    private final Deque<Unreplicated> replicated = new ArrayDeque<>();
    private Keyspace keys;
    private int time;
    private boolean isInGroup;

    /** What the keys were before a write, and when it was executed. */
    private record Unreplicated(Keyspace before, int time) {}

    /**
     * Creates an empty server.
     *
     * @param lag the most write commands that the replica may be behind; 0 for none
     */
    public SimulatedServer(InstantSource clock, int lag) {
        this.clock = clock;
        this.lag = lag;
        this.keys = new Keyspace(clock);
    }

    /** Returns what the server holds now. */
    public Keyspace keys() {
        return keys;
    }

    /** Executes a command given by all its words. An error is a reply, too. */
    public Reply execute(List<byte[]> words) {
        Words command = new Words(words);
        if (lag > 0 && !isInGroup && !READS.contains(command.name())) {
            remember();
        }
        try {
            return dispatch(command);
        } catch (ServerError refused) {
            return Reply.Failure.ofServer(String.valueOf(refused.getMessage()), null);
        }
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
     * Lets the replica take over without the last write commands, as many of them as it lags behind.
     *
     * @return what is lost
     */
    public LostWrites failOver(int lostWrites) {
        int since = time;
        Keyspace primary = keys;
        for (int i = 0; i < lostWrites && !replicated.isEmpty(); i++) {
            Unreplicated write = replicated.removeLast();
            keys = write.before();
            since = write.time();
        }
        replicated.clear();
        return new LostWrites(since, primary.differencesFrom(keys));
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
        return Answer.integer(lag > 0 ? 1 : 0);
    }

    private void remember() {
        replicated.addLast(new Unreplicated(keys.copy(), time));
        if (replicated.size() > lag) {
            replicated.removeFirst();
        }
    }

    private Reply dispatch(Words words) {
        StringCommands strings = new StringCommands(keys);
        BitCommands bits = new BitCommands(keys);
        HashCommands hashes = new HashCommands(keys);
        SortedSetCommands sets = new SortedSetCommands(keys);
        KeyCommands any = new KeyCommands(keys);
        return switch (words.name()) {
            case "GET" -> strings.get(words);
            case "SET" -> strings.set(words);
            case "SETNX" -> strings.setIfAbsent(words);
            case "STRLEN" -> strings.length(words);
            case "GETRANGE" -> strings.range(words);
            case "SETRANGE" -> strings.overwrite(words);
            case "SETBIT" -> bits.setBit(words);
            case "GETBIT" -> bits.getBit(words);
            case "BITCOUNT" -> bits.count(words);
            case "BITOP" -> bits.operation(words);
            case "BITFIELD" -> bits.field(words, false);
            case "BITFIELD_RO" -> bits.field(words, true);
            case "HSET" -> hashes.set(words);
            case "HSETNX" -> hashes.setIfAbsent(words);
            case "HDEL" -> hashes.remove(words);
            case "HGET" -> hashes.get(words);
            case "HEXISTS" -> hashes.exists(words);
            case "HGETALL" -> hashes.all(words);
            case "HLEN" -> hashes.length(words);
            case "ZADD" -> sets.add(words);
            case "ZREM" -> sets.remove(words);
            case "ZRANGEBYLEX" -> sets.range(words);
            case "ZLEXCOUNT" -> sets.count(words);
            case "ZREMRANGEBYLEX" -> sets.removeRange(words);
            case "DEL", "UNLINK" -> any.remove(words);
            case "EXISTS", "TOUCH" -> any.exists(words);
            case "TYPE" -> any.type(words);
            case "COPY" -> any.copy(words);
            case "RENAMENX" -> any.renameIfAbsent(words);
            case "PERSIST" -> any.persist(words);
            case "PTTL" -> any.timeToLive(words);
            case "PEXPIRETIME" -> any.expireTime(words);
            case "PEXPIRE" -> any.expire(words, clock.millis());
            case "PEXPIREAT" -> any.expire(words, 0);
            case "TIME" -> any.time();
            case "WAIT" -> waitForReplica();
            case "ROLE" -> new Reply.Many(List.of(Answer.text("master"), Answer.ZERO, new Reply.Many(List.of())));
            default -> throw new ServerError("ERR unknown command '" + words.text(0) + "', with args beginning with: ");
        };
    }
}
