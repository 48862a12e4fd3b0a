package io.polybloom.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterDescription;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The config of the filter {@code clicks} as the model of Redis holds it, the keys of its partitions, and the commands
 * that change it.
 */
public final class StoredConfig {

    public static final String KEY = "bloom:{clicks}";
    public static final String TRACE = "bloom:{clicks}:trace";
    private static final String SLICE = "slice.";
    private static final String GONE = KEY + ":gone";

    private StoredConfig() {}

    /** The key of the config of a filter. */
    public static String key(String name) {
        return "bloom:{" + name + "}";
    }

    /** How the keys of a partition of a filter begin. */
    public static String beginOfPartition(String name, int number) {
        return "bloom:{" + name + ":" + number + "}:";
    }

    /** The key of a partition. */
    public static String partition(FilterDescription filter, int layer, int number) {
        return partition(filter.generation(), layer, number);
    }

    /** The key of a partition in a layer of a generation. */
    public static String partition(String generation, int layer, int number) {
        return beginOfPartition("clicks", number) + generation + "." + layer;
    }

    /** The keys of a partition, in any state. */
    public static List<String> keysOfPartition(MemoryRedis redis, int number) {
        return keysOfPartition(redis, "clicks", number);
    }

    /** The keys of a partition of a filter, in any state. */
    public static List<String> keysOfPartition(MemoryRedis redis, String name, int number) {
        return redis.strings.keySet().stream()
                .filter(key -> key.startsWith(beginOfPartition(name, number)))
                .toList();
    }

    /** Whether a key is that of a partition in a layer, counted from 0. */
    public static boolean isInLayer(String key, int layer) {
        return key.endsWith("." + layer);
    }

    /** Whether a command is on a partition in a layer, counted from 0. */
    public static boolean isInLayer(Command command, int layer) {
        return isInLayer(text(command.key()), layer);
    }

    /** The keys of the partitions of a filter with a window, in all slices. */
    public static Set<String> slices(MemoryRedis redis) {
        Set<String> slices = new TreeSet<>(redis.strings.keySet());
        slices.removeIf(key -> !key.matches(".*\\.[0-9]+"));
        return slices;
    }

    /** Whether a batch gives a partition of a filter with a window its name in the next slice. */
    public static boolean bringsPartition(Batch batch) {
        Command first = batch.commands().get(0);
        return first.verb() == Verb.RENAMENX && text(first.key()).endsWith(":old");
    }

    /** The key that a partition gets which is made under another one. */
    public static String born(String key) {
        return key.replaceFirst(":[0-9a-f]{16}:new", "");
    }

    /** Whether a key is that of an instant at which a partition expires. */
    public static boolean isExpiry(String key) {
        return key.endsWith(":expires");
    }

    /** Stores a filter that nobody has completed, with these parameters. */
    public static void store(MemoryRedis redis, String parameters) {
        redis.hashes.put(KEY, new TreeMap<>(Map.of("spec", parameters)));
    }

    /** Stores a filter of one generation with these parameters, whose partitions are said to be there. */
    public static void storeReady(MemoryRedis redis, String parameters, String generation) {
        redis.hashes.put(KEY, new TreeMap<>(Map.of("spec", parameters, "ready." + generation + ".0", "1")));
    }

    /** The stored parameters of a filter. */
    public static String parameters(MemoryRedis redis, String name) {
        return redis.hashes.get(key(name)).get("spec");
    }

    /** Changes the stored parameters of a filter. */
    public static void changeParameters(MemoryRedis redis, String name, UnaryOperator<String> change) {
        redis.hashes.get(key(name)).computeIfPresent("spec", (field, text) -> change.apply(text));
    }

    /** The secret key of the hash of a filter, in hexadecimal. */
    public static String hashKey(MemoryRedis redis, String name) {
        return parameters(redis, name).replaceFirst(".*;hash=siphash-2-4;key=([0-9a-f]{32});capacity=.*", "$1");
    }

    /** The shape of a layer that was opened; null if none was. */
    public static @Nullable String shape(MemoryRedis redis, FilterDescription filter, int layer) {
        return fields(redis).get("layer." + filter.generation() + "." + layer);
    }

    /** Forgets all layers after the first one. */
    public static void forgetGrowth(MemoryRedis redis) {
        if (redis.hashes.containsKey(KEY)) {
            fields(redis).keySet().removeIf(field -> field.startsWith("layer."));
        }
    }

    /** Whether the config says no more than that a filter of one layer is complete. */
    public static boolean isOnlyReady(MemoryRedis redis, FilterDescription filter) {
        return redis.hashes
                .get(key(filter.name()))
                .keySet()
                .equals(Set.of("spec", "ready." + filter.generation() + ".0"));
    }

    /** The names of the slices that were chosen. */
    public static Set<String> choices(MemoryRedis redis) {
        return fields(redis).keySet().stream()
                .filter(field -> field.startsWith(SLICE))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether the first rebuild of a generation was abandoned. */
    public static boolean isAbandoned(MemoryRedis redis, String generation) {
        return "abandon".equals(fields(redis).get("decision." + generation + ".1"));
    }

    /** Moves the config away, as a late deletion does. */
    public static void moveAway(MemoryRedis redis) {
        redis.hashes.put(GONE, redis.hashes.remove(KEY));
    }

    /** Moves the config away, and lets a clear of another client that misses it say there that it closes a window. */
    public static void moveBehindClosing(MemoryRedis redis, FilterDescription filter) {
        moveAway(redis);
        redis.hashes.put(KEY, Map.of(closing(filter), "1"));
    }

    /** Whether a generation of a filter with a window takes no further slice. */
    public static boolean isClosed(MemoryRedis redis, FilterDescription filter) {
        return fields(redis).containsKey(closing(filter));
    }

    private static String closing(FilterDescription filter) {
        return "closing." + filter.generation();
    }

    /** Whether the config is where a deletion moves it. */
    public static boolean isMovedAway(MemoryRedis redis) {
        return redis.hashes.containsKey(GONE);
    }

    private static boolean writes(Batch batch, String pattern) {
        return writes(batch.commands().get(0), pattern);
    }

    private static boolean writes(Command command, String pattern) {
        return command.verb() == Verb.HSETNX && text(command.arguments()[0]).matches(pattern);
    }

    /** Whether a batch claims the second layer of a generation. */
    public static boolean claimsLayer(Batch batch, String generation) {
        return writes(batch, "layer\\." + generation + "\\.1");
    }

    /** Whether a batch writes the first entry of the log of the second layer of a generation. */
    public static boolean beginsLayer(Batch batch, String generation) {
        return writes(batch, "ready\\." + generation + "\\.1");
    }

    /** Whether a batch puts another generation in the place of the present one. */
    public static boolean publishesGeneration(Batch batch) {
        return writes(batch, "generation\\..*");
    }

    /** Whether a batch chooses a slice. */
    public static boolean choosesSlice(Batch batch) {
        return writes(batch, "slice\\..*");
    }

    /** Whether a batch closes a window. */
    public static boolean closesWindow(Batch batch) {
        return writes(batch, "closing\\..*");
    }

    /** Whether a batch writes an entry of the log of a slice or a layer. */
    public static boolean logsBirth(Batch batch) {
        return writes(batch, "ready\\..*");
    }

    /** Whether a batch says that the keys of the first slice are there. */
    public static boolean marksSlice(Batch batch) {
        return writes(batch, "ready\\..*\\.[1-9][0-9]*\\.2");
    }

    /** Whether a batch says that the claims of a writer are there. */
    public static boolean marksClaims(Batch batch) {
        return writes(batch, "claims\\..*")
                && text(batch.commands().get(0).arguments()[1]).equals("1");
    }

    /** Whether a command decides a rebuild. */
    public static boolean decidesOnRebuild(Command command) {
        return writes(command, "decision\\..*");
    }

    /** Whether a command says that a filter is deleted. */
    public static boolean marksDeletion(Command command) {
        return command.verb() == Verb.HSETNX && text(command.arguments()[1]).equals("deleted");
    }

    private static String text(byte[] word) {
        return new String(word, UTF_8);
    }

    /** The key under which the trace of a life is made. */
    public static String unbornTrace(String origin) {
        return TRACE + ":" + origin + ":new";
    }

    public static Map<String, String> fields(MemoryRedis redis) {
        return redis.hashes.get(KEY);
    }

    /** Moves the config away, as a late deletion does, and lets the claim of another client stand in its place. */
    public static void moveBehindClaim(MemoryRedis redis) {
        moveAway(redis);
        redis.hashes.put(KEY, Map.of("spec", claimLike(redis.hashes.get(GONE))));
    }

    /** Returns the field {@code spec} of another client's claim with the parameters of a filter. */
    public static String claimLike(Map<String, String> config) {
        return config.get("spec").replaceAll("(generation|origin)=[0-9a-f]{16}", "$1=00000000000000bb");
    }

    /** Lets the client of the claim withdraw it before the third attempt to bring the config back. */
    public static void withdrawClaimBeforeTheThirdAttempt(MemoryRedis redis) {
        int[] renames = {0};
        redis.answerInstead = command -> {
            if (command.verb() == Verb.RENAMENX && ++renames[0] == 3) {
                redis.remove(KEY);
            }
            return null;
        };
    }

    /** Decides that the next generation, which the first rebuild of a generation makes, takes its place. */
    public static void decideSwitch(MemoryRedis redis, String generation) {
        fields(redis).put("decision." + generation + ".1", "switch");
    }

    /** Whether all partitions of the first layer of a generation are said to be there. */
    public static boolean isReady(MemoryRedis redis, String generation) {
        String log = "ready." + generation + ".0";
        return fields(redis).entrySet().stream()
                .anyMatch(field -> (field.getKey() + ".").startsWith(log + ".")
                        && !field.getValue().contains("="));
    }

    /** Removes the marks of layers that are complete. */
    public static void forgetReady(MemoryRedis redis) {
        fields(redis).keySet().removeIf(field -> field.startsWith("ready."));
    }

    /** The instant at which the filter expires, as the only change says that is named. */
    public static long expireAt(MemoryRedis redis) {
        List<String> names = changes(redis).toList();
        assertEquals(1, names.size(), names.toString());
        return Long.parseLong(fields(redis).get(names.get(0)));
    }

    /** Lets the config say, as another client's change, that the filter expires at an instant. */
    public static void expireAt(MemoryRedis redis, String origin, long epochMillis) {
        long last = changes(redis)
                .mapToLong(field -> Long.parseLong(field.substring(field.lastIndexOf('.') + 1)))
                .max()
                .orElse(0);
        fields(redis).put("expireAt." + origin + "." + (last + 1), Long.toString(epochMillis));
    }

    private static Stream<String> changes(MemoryRedis redis) {
        return fields(redis).keySet().stream().filter(field -> field.startsWith("expireAt."));
    }

    /**
     * Answers the next reads of the config as if it were missing, and then runs an action before the next batch. A
     * client sees the same when a late rename moves the config away and others bring it back.
     */
    public static void hide(MemoryRedis redis, int times, Runnable then) {
        int[] left = {times};
        redis.answerInstead = command -> {
            boolean isRead =
                    command.verb() == Verb.HGETALL && text(command.key()).equals(KEY);
            if (!isRead || left[0] == 0) {
                return null;
            }
            if (--left[0] == 0) {
                redis.once(batch -> true, then);
            }
            return new Reply.Many(List.of());
        };
    }

    /** When the trace of a filter expires that expires at an instant. */
    public static long endOfTrace(long epochMillis) {
        return epochMillis + 86_400_000;
    }

    /** When the config of a filter expires that expires at an instant. */
    public static long endOfConfig(long epochMillis) {
        return endOfTrace(epochMillis) + 1000;
    }
}
