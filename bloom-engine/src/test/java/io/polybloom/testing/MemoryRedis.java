package io.polybloom.testing;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.memory.server.MemoryServer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The server in memory, for tests of the engine's decisions. It records every batch; a test may change the data between
 * batches, or answer in its place. No key expires, so that a test decides what is gone.
 */
public final class MemoryRedis implements Transport<InFlight> {

    private final MemoryServer server = new MemoryServer(InstantSource.fixed(Instant.EPOCH));
    private final Keyspace keys = server.keys();

    public final Map<String, byte[]> strings = view(
            key -> !keys.isHash(key) && !keys.isSortedSet(key),
            keys::string,
            (key, value) -> call("SET", key, value, "KEEPTTL"));
    public final Map<String, Map<String, String>> hashes =
            new KeysAsMap<>(() -> names(keys::isHash), this::hash, this::putFields, keys::remove) {
                /** Returns the fields that were there, not those of the key from now on. */
                @Override
                public Map<String, String> remove(Object key) {
                    Map<String, String> old = new TreeMap<>(hash((String) key));
                    return keys.remove((String) key) ? old : null;
                }
            };
    public final Map<String, SortedSet<String>> sets =
            view(keys::isSortedSet, keys::members, (key, members) -> members.forEach(it -> call("ZADD", key, "0", it)));
    public final Map<String, Long> expiries = new KeysAsMap<>(
            () -> names(key -> keys.expireAt(key) != Keyspace.NEVER),
            keys::expireAt,
            (key, millis) -> call("PEXPIREAT", key, millis),
            key -> call("PERSIST", key));
    public final List<Batch> batches = new ArrayList<>();
    public final int servers;
    public long replicas;
    public Reply onDisk = Reply.Failure.ofServer("ERR unknown command 'WAITAOF'", null);

    /** The reply to TIME. */
    public long millis = System.currentTimeMillis();

    public boolean groups;

    /** Whether its reads need a proof that it is a primary. */
    public boolean mayBeDemoted;

    public Consumer<Batch> before = batch -> {};
    public Function<Command, Reply> answerInstead = command -> null;

    /** Whether a batch begins with a command of this kind. */
    public static Predicate<Batch> beginsWith(Verb verb) {
        return batch -> batch.commands().get(0).verb() == verb;
    }

    public MemoryRedis() {
        this(1);
    }

    public MemoryRedis(int servers) {
        this.servers = servers;
    }

    @Override
    public int servers() {
        return servers;
    }

    @Override
    public Transport<InFlight> acknowledging() {
        return this;
    }

    @Override
    public boolean redirects() {
        return !mayBeDemoted;
    }

    /** As the test says; each batch is executed as one anyway. */
    @Override
    public boolean sendsGroups() {
        return groups;
    }

    @Override
    public InFlight send(Batch batch) {
        batches.add(batch);
        before.accept(batch);
        List<Reply> replies = new ArrayList<>();
        for (Command command : batch.commands()) {
            Reply instead = answerInstead.apply(command);
            replies.add(instead == null ? execute(command) : instead);
        }
        return () -> replies;
    }

    /** Lets something happen once, before the first batch that is meant. */
    public void once(Predicate<Batch> meant, Runnable accident) {
        before = batch -> {
            if (meant.test(batch)) {
                before = later -> {};
                accident.run();
            }
        };
    }

    /** Executes no command of this kind from now on, but answers it with this error. */
    public void refuse(Verb verb, String error) {
        answerInstead = command -> command.verb() == verb ? Reply.Failure.ofServer(error, null) : null;
    }

    /**
     * Executes no command of this kind from now on, but answers it as if it had written.
     *
     * @return counts those commands
     */
    public AtomicInteger pretend(Verb verb) {
        AtomicInteger count = new AtomicInteger();
        answerInstead = command -> {
            if (command.verb() != verb) {
                return null;
            }
            count.incrementAndGet();
            return new Reply.Int(1);
        };
        return count;
    }

    /** Lets {@link #millis} pass with each command of some kinds from now on, and removes the keys whose time is up. */
    public void letTimePass(Duration time, Verb... verbs) {
        Map<String, Long> ends = new TreeMap<>();
        answerInstead = command -> {
            String key = text(command.key());
            millis += List.of(verbs).contains(command.verb()) ? time.toMillis() : 0;
            switch (command.verb()) {
                case SET ->
                    ends.put(key, millis + Long.parseLong(text(command.arguments()[command.arguments().length - 1])));
                case PEXPIREAT -> ends.computeIfPresent(key, (k, end) -> Long.valueOf(text(command.arguments()[0])));
                case PERSIST -> ends.remove(key);
                default -> {}
            }
            ends.entrySet().removeIf(end -> end.getValue() <= millis && keys.remove(end.getKey()));
            return null;
        };
    }

    /** Executes no command of this kind from now on, and does not answer it. */
    public void cut(Verb verb) {
        IllegalStateException cause = new IllegalStateException("connection lost");
        answerInstead = command -> command.verb() == verb ? Reply.Failure.noAnswer(cause) : null;
    }

    /** All commands that were sent, in their order. */
    public Stream<Command> commands() {
        return batches.stream().flatMap(batch -> batch.commands().stream());
    }

    /** Returns how many commands of this kind were sent. */
    public long count(Verb verb) {
        return commands().filter(command -> command.verb() == verb).count();
    }

    /** All keys with their content, to see the changes. */
    public Map<String, String> snapshot() {
        Map<String, String> all = new TreeMap<>();
        strings.forEach((key, value) -> all.put(key, Arrays.toString(value)));
        hashes.forEach((key, value) -> all.put(key, value.toString()));
        sets.forEach((key, value) -> all.put(key, value.toString()));
        expiries.forEach((key, value) -> all.merge(key, " until " + value, String::concat));
        return all;
    }

    /** Returns what loses all writes from now on, as a replica does that takes over without them. */
    public Runnable failover() {
        Map<String, byte[]> allStrings = new TreeMap<>();
        strings.forEach((key, bits) -> allStrings.put(key, bits.clone()));
        Map<String, Map<String, String>> allHashes = new TreeMap<>();
        hashes.forEach((key, fields) -> allHashes.put(key, new TreeMap<>(fields)));
        Map<String, SortedSet<String>> allSets = new TreeMap<>();
        sets.forEach((key, members) -> allSets.put(key, new TreeSet<>(members)));
        Map<String, Long> allExpiries = new TreeMap<>(expiries);
        return () -> {
            List.copyOf(keys.keys()).forEach(keys::remove);
            strings.putAll(allStrings);
            hashes.putAll(allHashes);
            sets.putAll(allSets);
            expiries.putAll(allExpiries);
        };
    }

    public void remove(String key) {
        keys.remove(key);
    }

    private Reply execute(Command command) {
        return switch (command.verb()) {
            case WAIT -> new Reply.Int(replicas);
            case WAITAOF -> onDisk;
            case TIME ->
                new Reply.Many(
                        List.of(Reply.of(Long.toString(millis / 1000)), Reply.of(Long.toString(millis % 1000 * 1000))));
            case BF_RESERVE, BF_INSERT, BF_MEXISTS, BF_INFO ->
                Reply.Failure.ofServer("ERR unknown command '" + command.verb().wireName() + "'", null);
            case PTTL -> timeToLive(command);
            default -> server.execute(command);
        };
    }

    /** By the system's clock, as the engine's instants are. */
    private Reply timeToLive(Command command) {
        Long until = expiries.get(text(command.key()));
        return until == null ? server.execute(command) : new Reply.Int(Math.max(0, until - System.currentTimeMillis()));
    }

    private <V> Map<String, V> view(Predicate<String> isOfType, Function<String, V> read, BiConsumer<String, V> write) {
        return new KeysAsMap<>(() -> names(isOfType), read, write, keys::remove);
    }

    private List<String> names(Predicate<String> isMeant) {
        return keys.keys().stream().filter(isMeant).toList();
    }

    private Map<String, String> hash(String key) {
        return new KeysAsMap<>(
                () -> keys.hash(key).keySet().stream().sorted().toList(),
                field -> text(keys.hash(key).get(field)),
                (field, value) -> call("HSET", key, field, value),
                field -> call("HDEL", key, field));
    }

    private void putFields(String key, Map<String, String> fields) {
        Map<String, String> copy = new TreeMap<>(fields);
        keys.remove(key);
        copy.forEach((field, value) -> call("HSET", key, field, value));
    }

    private void call(Object... words) {
        Reply reply = server.execute(Arrays.stream(words)
                .map(word ->
                        word instanceof byte[] bytes ? bytes : word.toString().getBytes(StandardCharsets.UTF_8))
                .toList());
        if (reply instanceof Reply.Failure refused) {
            throw new IllegalStateException(refused.toString());
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
