package io.polybloom;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A model of the Redis commands that the engine uses, for tests of its decisions: no sockets and no clock. It records
 * every batch; tests change the data between batches, or answer in its place.
 */
public final class MemoryRedis implements Transport<InFlight> {

    private static final Set<Verb> ON_STRINGS = EnumSet.of(
            Verb.BITFIELD,
            Verb.BITFIELD_RO,
            Verb.BITCOUNT,
            Verb.SETBIT,
            Verb.BITOP,
            Verb.BITOP_AND,
            Verb.GETRANGE,
            Verb.SETRANGE,
            Verb.STRLEN);

    private static final String WRONG_TYPE = "WRONGTYPE Operation against a key holding the wrong kind of value";

    public final Map<String, byte[]> strings = new TreeMap<>();
    public final Map<String, Map<String, String>> hashes = new TreeMap<>();
    public final Map<String, SortedSet<String>> sets = new TreeMap<>();
    public final Map<String, Long> expiries = new TreeMap<>();
    public final List<Batch> batches = new ArrayList<>();
    public final int servers;
    public long replicas;
    public Reply onDisk = Reply.Failure.ofServer("ERR unknown command 'WAITAOF'", null);

    /** The reply to TIME; no key expires by it. */
    public long millis = System.currentTimeMillis();

    public boolean groups;

    /** Whether its reads need a proof that it is a primary. */
    public boolean mayBeDemoted;

    public Consumer<Batch> before = batch -> {};
    public Function<Command, Reply> answerInstead = command -> null;

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

    /** All keys with their content, to see the changes. */
    public Map<String, String> snapshot() {
        Map<String, String> all = new TreeMap<>();
        strings.forEach((key, value) -> all.put(key, Arrays.toString(value)));
        hashes.forEach((key, value) -> all.put(key, value.toString()));
        sets.forEach((key, value) -> all.put(key, value.toString()));
        expiries.forEach((key, value) -> all.merge(key, " until " + value, String::concat));
        return all;
    }

    public void remove(String key) {
        strings.remove(key);
        hashes.remove(key);
        sets.remove(key);
        expiries.remove(key);
    }

    private Reply execute(Command command) {
        String key = new String(command.key(), StandardCharsets.UTF_8);
        String[] arguments = new String[command.arguments().length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = new String(command.arguments()[i], StandardCharsets.UTF_8);
        }
        boolean onHash = command.verb().name().startsWith("H");
        boolean onString = ON_STRINGS.contains(command.verb());
        if (onHash && strings.containsKey(key) || onString && hashes.containsKey(key)) {
            return Reply.Failure.ofServer(WRONG_TYPE, null);
        }
        return switch (command.verb()) {
            case BITFIELD, BITFIELD_RO -> bitField(key, arguments);
            case BITCOUNT -> new Reply.Int(countBits(key, Long.parseLong(arguments[0]), Long.parseLong(arguments[1])));
            case SETBIT -> new Reply.Int(setBit(key, Long.parseLong(arguments[0])));
            case BITOP -> merge(key, arguments);
            case BITOP_AND -> clear(key, command.arguments()[1]);
            case GETRANGE -> new Reply.Bytes(range(key, Long.parseLong(arguments[0]), Long.parseLong(arguments[1])));
            case SETRANGE -> new Reply.Int(overwrite(key, Integer.parseInt(arguments[0]), command.arguments()[1]));
            case STRLEN -> new Reply.Int(strings.getOrDefault(key, new byte[0]).length);
            case SET -> setShortLived(key, arguments, command.arguments()[0]);
            case SETNX -> new Reply.Int(exists(key) || strings.put(key, command.arguments()[0]) != null ? 0 : 1);
            case RENAMENX -> rename(key, arguments[0]);
            case COPY -> copy(key, arguments[0], arguments.length > 1);
            case PERSIST -> new Reply.Int(expiries.remove(key) == null ? 0 : 1);
            case PTTL -> new Reply.Int(timeToLive(key));
            case HSETNX -> new Reply.Int(hash(key).putIfAbsent(arguments[0], arguments[1]) == null ? 1 : 0);
            case HSET -> setFields(key, arguments);
            case HDEL -> removeFields(key, arguments);
            case HGET -> Reply.of(hashes.getOrDefault(key, Map.of()).get(arguments[0]));
            case HGETALL -> allFields(key);
            case ZADD -> addMembers(key, arguments);
            case ZREM -> removeMembers(key, List.of(arguments));
            case ZRANGEBYLEX -> Reply.of(List.copyOf(between(key, arguments)));
            case ZLEXCOUNT -> new Reply.Int(between(key, arguments).size());
            case ZREMRANGEBYLEX -> removeMembers(key, List.copyOf(between(key, arguments)));
            case PEXPIRE -> expire(key, System.currentTimeMillis() + Long.parseLong(arguments[0]));
            case PEXPIREAT -> expire(key, Long.parseLong(arguments[0]));
            case UNLINK, DEL -> delete(key, arguments);
            case WAIT -> new Reply.Int(replicas);
            case WAITAOF -> onDisk;
            case TIME ->
                new Reply.Many(
                        List.of(Reply.of(Long.toString(millis / 1000)), Reply.of(Long.toString(millis % 1000 * 1000))));
            case BF_RESERVE, BF_INSERT, BF_MEXISTS, BF_INFO ->
                Reply.Failure.ofServer("ERR unknown command '" + command.verb().wireName() + "'", null);
            case PFADD, PFCOUNT, PFMERGE ->
                throw new IllegalStateException("counters are tested on the server in memory");
            case MULTI, EXEC -> throw new IllegalStateException("a group is executed as a batch");
        };
    }

    /** Reads an unsigned number, such as u1 or u7. */
    private long getBits(String key, String type, long offset) {
        long value = 0;
        for (int bit = 0; bit < Integer.parseInt(type.substring(1)); bit++) {
            value = value << 1 | getBit(key, offset + bit);
        }
        return value;
    }

    private Reply bitField(String key, String[] arguments) {
        List<Long> values = new ArrayList<>();
        int at = 0;
        while (at < arguments.length) {
            long offset = Long.parseLong(arguments[at + 2]);
            values.add(
                    switch (arguments[at]) {
                        case "SET" -> setBit(key, offset);
                        case "INCRBY" -> turnBit(key, offset);
                        default -> getBits(key, arguments[at + 1], offset);
                    });
            at += arguments[at].equals("GET") ? 3 : 4;
        }
        return Reply.of(values);
    }

    private long getBit(String key, long offset) {
        byte[] bytes = strings.getOrDefault(key, new byte[0]);
        int index = (int) (offset >> 3);
        return index < bytes.length && (bytes[index] & mask(offset)) != 0 ? 1 : 0;
    }

    private long setBit(String key, long offset) {
        long old = getBit(key, offset);
        byte[] bytes = strings.getOrDefault(key, new byte[0]);
        int index = (int) (offset >> 3);
        byte[] grown = index < bytes.length ? bytes : Arrays.copyOf(bytes, index + 1);
        grown[index] |= (byte) mask(offset);
        strings.put(key, grown);
        return old;
    }

    private long turnBit(String key, long offset) {
        long old = setBit(key, offset);
        strings.get(key)[(int) (offset >> 3)] ^= (byte) (old * mask(offset));
        return 1 - old;
    }

    private static int mask(long offset) {
        return 128 >> (offset & 7);
    }

    private long countBits(String key, long firstByte, long lastByte) {
        byte[] bytes = strings.getOrDefault(key, new byte[0]);
        long count = 0;
        for (long i = firstByte; i <= lastByte && i < bytes.length; i++) {
            count += Integer.bitCount(bytes[(int) i] & 0xff);
        }
        return count;
    }

    private Map<String, String> hash(String key) {
        return hashes.computeIfAbsent(key, absent -> new TreeMap<>());
    }

    private Reply setFields(String key, String[] arguments) {
        long created = 0;
        for (int i = 0; i < arguments.length; i += 2) {
            created += hash(key).put(arguments[i], arguments[i + 1]) == null ? 1 : 0;
        }
        return new Reply.Int(created);
    }

    private Reply removeFields(String key, String[] fields) {
        Map<String, String> hash = hashes.getOrDefault(key, new TreeMap<>());
        long removed = 0;
        for (String field : fields) {
            removed += hash.remove(field) == null ? 0 : 1;
        }
        if (hash.isEmpty()) {
            remove(key);
        }
        return new Reply.Int(removed);
    }

    /** All scores are 0. */
    private Reply addMembers(String key, String[] scoresAndMembers) {
        SortedSet<String> set = sets.computeIfAbsent(key, absent -> new TreeSet<>());
        long added = 0;
        for (int i = 1; i < scoresAndMembers.length; i += 2) {
            added += set.add(scoresAndMembers[i]) ? 1 : 0;
        }
        return new Reply.Int(added);
    }

    private Reply removeMembers(String key, List<String> members) {
        SortedSet<String> set = sets.getOrDefault(key, new TreeSet<>());
        long removed = members.stream().filter(set::remove).count();
        if (set.isEmpty()) {
            remove(key);
        }
        return new Reply.Int(removed);
    }

    /** From {@code [first} to {@code [last}, both included. */
    private SortedSet<String> between(String key, String[] limits) {
        String behindLast = limits[1].substring(1) + '\0';
        return sets.getOrDefault(key, new TreeSet<>()).subSet(limits[0].substring(1), behindLast);
    }

    /** SET key value, NX perhaps, and PX milliseconds: the forms that the engine uses. */
    private Reply setShortLived(String key, String[] arguments, byte[] value) {
        if (arguments[1].equals("NX") && exists(key)) {
            return new Reply.Nil();
        }
        remove(key);
        strings.put(key, value);
        expiries.put(key, System.currentTimeMillis() + Long.parseLong(arguments[arguments.length - 1]));
        return Reply.of("OK");
    }

    private Reply allFields(String key) {
        List<Object> flat = new ArrayList<>();
        hashes.getOrDefault(key, Map.of()).forEach((field, value) -> {
            flat.add(field);
            flat.add(value);
        });
        return Reply.of(flat);
    }

    private Reply expire(String key, long epochMillis) {
        boolean exists = exists(key);
        if (exists) {
            expiries.put(key, epochMillis);
        }
        return new Reply.Int(exists ? 1 : 0);
    }

    private Reply delete(String key, String[] others) {
        long removed = exists(key) ? 1 : 0;
        remove(key);
        for (String other : others) {
            removed += exists(other) ? 1 : 0;
            remove(other);
        }
        return new Reply.Int(removed);
    }

    private boolean exists(String key) {
        return strings.containsKey(key) || hashes.containsKey(key) || sets.containsKey(key);
    }

    private Reply clear(String key, byte[] mask) {
        byte[] bytes = strings.getOrDefault(key, new byte[0]);
        byte[] kept = strings.getOrDefault(new String(mask, StandardCharsets.UTF_8), new byte[0]);
        byte[] cleared = new byte[Math.max(bytes.length, kept.length)];
        for (int i = 0; i < Math.min(bytes.length, kept.length); i++) {
            cleared[i] = (byte) (bytes[i] & kept[i]);
        }
        remove(key);
        if (cleared.length > 0) {
            strings.put(key, cleared);
        }
        return new Reply.Int(cleared.length);
    }

    private Reply merge(String target, String[] sources) {
        byte[] merged = new byte[0];
        for (String source : sources) {
            if (hashes.containsKey(source)) {
                return Reply.Failure.ofServer(WRONG_TYPE, null);
            }
            byte[] bytes = strings.getOrDefault(source, new byte[0]);
            merged = Arrays.copyOf(merged, Math.max(merged.length, bytes.length));
            for (int i = 0; i < bytes.length; i++) {
                merged[i] |= bytes[i];
            }
        }
        remove(target);
        strings.put(target, merged);
        return new Reply.Int(merged.length);
    }

    private byte[] range(String key, long first, long last) {
        byte[] bytes = strings.getOrDefault(key, new byte[0]);
        long end = Math.min(last, bytes.length - 1L);
        return first > end ? new byte[0] : Arrays.copyOfRange(bytes, (int) first, (int) end + 1);
    }

    private long overwrite(String key, int from, byte[] bytes) {
        byte[] old = strings.getOrDefault(key, new byte[0]);
        byte[] grown = Arrays.copyOf(old, Math.max(old.length, from + bytes.length));
        System.arraycopy(bytes, 0, grown, from, bytes.length);
        strings.put(key, grown);
        return grown.length;
    }

    private Reply rename(String key, String newKey) {
        if (!exists(key)) {
            return Reply.Failure.ofServer("ERR no such key", null);
        }
        if (exists(newKey)) {
            return new Reply.Int(0);
        }
        move(strings, key, newKey);
        move(hashes, key, newKey);
        move(sets, key, newKey);
        move(expiries, key, newKey);
        return new Reply.Int(1);
    }

    private boolean isMark(String key) {
        return strings.containsKey(key) && strings.get(key).length == 0 && expiries.containsKey(key);
    }

    private Reply copy(String key, String other, boolean replaces) {
        if (!exists(key) || exists(other) && !replaces) {
            return new Reply.Int(0);
        }
        remove(other);
        if (isMark(key)) {
            // The copy of a mark takes the place of a key that is to go, and expires at once.
            return new Reply.Int(1);
        }
        if (strings.containsKey(key)) {
            strings.put(other, strings.get(key).clone());
        } else {
            hashes.put(other, new TreeMap<>(hashes.get(key)));
        }
        if (expiries.containsKey(key)) {
            expiries.put(other, expiries.get(key));
        }
        return new Reply.Int(1);
    }

    private static <V> void move(Map<String, V> map, String key, String newKey) {
        if (map.containsKey(key)) {
            map.put(newKey, map.remove(key));
        }
    }

    private long timeToLive(String key) {
        if (!exists(key)) {
            return -2;
        }
        return expiries.containsKey(key) ? Math.max(0, expiries.get(key) - System.currentTimeMillis()) : -1;
    }
}
