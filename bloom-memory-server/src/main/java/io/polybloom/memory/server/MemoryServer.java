package io.polybloom.memory.server;

import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A primary of a Redis 7 without replicas and without sockets, which knows the commands that the engine sends and those
 * that tests use to inspect a server. It executes one command at a time; transactions are left to the caller. Not
 * thread-safe.
 */
public final class MemoryServer {

    private final Keyspace keys;
    private final StringCommands strings;
    private final BitCommands bits;
    private final HashCommands hashes;
    private final SortedSetCommands sets;
    private final CountCommands counts;
    private final FilterCommands filters;
    private final KeyCommands any;

    /** Creates an empty server whose time is that of a clock. */
    public MemoryServer(InstantSource clock) {
        this(new Keyspace(clock));
    }

    /** Creates a server that holds these keys from now on. */
    public MemoryServer(Keyspace keys) {
        this.keys = keys;
        this.strings = new StringCommands(keys);
        this.bits = new BitCommands(keys);
        this.hashes = new HashCommands(keys);
        this.sets = new SortedSetCommands(keys);
        this.counts = new CountCommands(keys);
        this.filters = new FilterCommands(keys);
        this.any = new KeyCommands(keys);
    }

    /** Returns the contents of the server. */
    public Keyspace keys() {
        return keys;
    }

    /** Executes a command of the engine. An error is a reply, too. */
    public Reply execute(Command command) {
        return execute(words(command));
    }

    /** Executes a command given by all its words, the arrays of which are not kept. An error is a reply, too. */
    public Reply execute(List<byte[]> words) {
        try {
            return dispatch(new Words(words));
        } catch (ServerError refused) {
            return Reply.Failure.ofServer(String.valueOf(refused.getMessage()), null);
        }
    }

    /** Returns all words of a command, its name first. */
    public static List<byte[]> words(Command command) {
        List<byte[]> words = new ArrayList<>(command.arguments().length + 3);
        words.add(command.verb().wireName().getBytes(StandardCharsets.ISO_8859_1));
        words.addAll(Arrays.asList(command.words()));
        return words;
    }

    private Reply dispatch(Words words) {
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
            case "PFADD" -> counts.add(words);
            case "PFCOUNT" -> counts.count(words);
            case "PFMERGE" -> counts.merge(words);
            case "BF.RESERVE" -> filters.reserve(words);
            case "BF.INSERT" -> filters.insert(words);
            case "BF.MEXISTS" -> filters.exist(words);
            case "BF.INFO" -> filters.info(words);
            case "DEL", "UNLINK" -> any.remove(words);
            case "EXISTS", "TOUCH" -> any.exists(words);
            case "TYPE" -> any.type(words);
            case "RENAMENX" -> any.renameIfAbsent(words);
            case "PERSIST" -> any.persist(words);
            case "PTTL" -> any.timeToLive(words);
            case "PEXPIRETIME" -> any.expireTime(words);
            case "PEXPIRE" -> any.expire(words, keys.clock().millis());
            case "PEXPIREAT" -> any.expire(words, 0);
            case "TIME" -> any.time();
            case "WAIT" -> Answer.ZERO;
            case "ROLE" -> new Reply.Many(List.of(Answer.text("master"), Answer.ZERO, new Reply.Many(List.of())));
            default -> throw new ServerError("ERR unknown command '" + words.text(0) + "', with args beginning with: ");
        };
    }
}
