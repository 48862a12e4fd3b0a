package io.polybloom.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polybloom.FilterDescription;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.StateText;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the model of Redis has stored about a filter, of the name {@code clicks} unless a test says another one: the
 * versions in its register and the copy, the keys of its partitions, and the commands that change it.
 */
public final class StoredConfig {

    public static final String KEY = "bloom:{clicks}";
    public static final String COPY = KEY + ":copy";

    private static final String NAME = "clicks";
    private static final AtomicLong IDS = new AtomicLong(0xbbbb000000000000L);

    private StoredConfig() {}

    /** The key of the register of a filter. */
    public static String key(String name) {
        return "bloom:{" + name + "}";
    }

    /** Draws an id that nobody else draws. */
    public static String id() {
        return "%016x".formatted(IDS.incrementAndGet());
    }

    /** How the keys of a partition of a filter begin. */
    public static String beginOfPartition(String name, int number) {
        return "bloom:{" + name + ":" + number + "}:";
    }

    /** The key of a partition in a layer, counted from 0, of a filter without a window. */
    public static String partition(FilterDescription filter, int layer, int number) {
        return beginOfPartition(filter.name(), number) + filter.layerIds().get(layer);
    }

    /** The key of a partition in a layer, by its id. */
    public static String partition(String layer, int number) {
        return beginOfPartition(NAME, number) + layer;
    }

    /** The keys of a partition, in any state. */
    public static List<String> keysOfPartition(MemoryRedis redis, int number) {
        return keysOfPartition(redis, NAME, number);
    }

    /** The keys of a partition of a filter, in any state. */
    public static List<String> keysOfPartition(MemoryRedis redis, String name, int number) {
        return redis.strings.keySet().stream()
                .filter(key -> key.startsWith(beginOfPartition(name, number)))
                .toList();
    }

    /** Whether a key is that of a partition in a layer that is in use, counted from 0, of the filter that is stored. */
    public static boolean isInLayer(MemoryRedis redis, String key, int layer) {
        List<String> layers = state(redis).filter().layerIds();
        return layers.size() > layer && key.endsWith(":" + layers.get(layer));
    }

    /** Whether a command is on a partition in a layer that is in use, counted from 0. */
    public static boolean isInLayer(MemoryRedis redis, Command command, int layer) {
        return isInLayer(redis, text(command.key()), layer);
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

    /** The strings of a filter, with what expires, by the numbers of their partitions and layers. */
    public static Map<String, String> bits(MemoryRedis redis, FilterDescription filter) {
        Map<String, String> bits = new TreeMap<>();
        redis.snapshot().forEach((key, value) -> {
            for (int layer = 0; layer < filter.layerIds().size(); layer++) {
                if (key.endsWith(":" + filter.layerIds().get(layer))) {
                    bits.put(
                            key.replaceFirst("[0-9a-f]{16}$", "" + layer).replace("{" + filter.name() + ":", "{"),
                            value);
                }
            }
        });
        return bits;
    }

    /** The newest version that the register has; empty if there is none. */
    public static Optional<String> newest(MemoryRedis redis, String name) {
        Map<String, String> versions = redis.hashes.getOrDefault(key(name), Map.of());
        return versions.isEmpty() ? Optional.empty() : Optional.of(versions.get(Long.toString(number(redis, name))));
    }

    /** The number of the newest version that the register has; 0 if there is none. */
    public static long number(MemoryRedis redis, String name) {
        return redis.hashes.getOrDefault(key(name), Map.of()).keySet().stream()
                .mapToLong(Long::parseLong)
                .max()
                .orElse(0);
    }

    /** The number of the newest version that the register has; 0 if there is none. */
    public static long number(MemoryRedis redis) {
        return number(redis, NAME);
    }

    /** The newest text that the register has. */
    public static String text(MemoryRedis redis, String name) {
        return newest(redis, name).orElseThrow();
    }

    /** The newest text that the register has. */
    public static String text(MemoryRedis redis) {
        return text(redis, NAME);
    }

    /** What the newest version has under a key; null if it does not have that key. */
    public static @Nullable String value(MemoryRedis redis, String name, String key) {
        return value(text(redis, name), key);
    }

    /** What the newest version has under a key; null if it does not have that key. */
    public static @Nullable String value(MemoryRedis redis, String key) {
        return value(redis, NAME, key);
    }

    /** What a text has under a key; null if it does not have that key. */
    public static @Nullable String value(String text, String key) {
        Matcher found = Pattern.compile("(?:^|;)" + key + "=([^;]*)").matcher(text);
        return found.find() ? found.group(1) : null;
    }

    /** The phase of the newest version. */
    public static String phase(MemoryRedis redis) {
        return Objects.requireNonNull(value(redis, "phase"));
    }

    /** The newest version that the register has, as the engine reads it. */
    public static FilterState state(MemoryRedis redis) {
        return StateText.decode(NAME, number(redis), text(redis));
    }

    /** Stores a text as the first version, and nothing else, of the filter. */
    public static void store(MemoryRedis redis, String text) {
        redis.hashes.put(KEY, new TreeMap<>(Map.of("1", text)));
        redis.hashes.put(COPY, new TreeMap<>(Map.of("1", text)));
    }

    /** Changes the newest text in both hashes, as only somebody else's hand can. */
    public static void tamper(MemoryRedis redis, String name, UnaryOperator<String> change) {
        String number = Long.toString(number(redis, name));
        for (String hash : List.of(key(name), key(name) + ":copy")) {
            redis.hashes.get(hash).computeIfPresent(number, (field, text) -> change.apply(text));
        }
    }

    /** Writes the next version, as another client does. */
    public static FilterState write(MemoryRedis redis, UnaryOperator<FilterState> change) {
        FilterState current = state(redis);
        FilterState next = change.apply(current).following(Optional.of(current), id());
        String number = Long.toString(next.version().number());
        String text = StateText.encode(next);
        redis.hashes.get(KEY).put(number, text);
        redis.hashes.get(COPY).put(number, text);
        return next;
    }

    /** Lets the register lose its newest versions, as a failover does, so that it ends with that of a number. */
    public static void rollBack(MemoryRedis redis, long number) {
        for (String hash : List.of(KEY, COPY)) {
            redis.hashes.get(hash).keySet().removeIf(field -> Long.parseLong(field) > number);
        }
    }

    /** Loses register and copy, as an eviction of both does. */
    public static void lose(MemoryRedis redis) {
        redis.remove(KEY);
        redis.remove(COPY);
    }

    /** The secret key of the hash of a filter, in hexadecimal. */
    public static @Nullable String hashKey(MemoryRedis redis, String name) {
        return value(redis, name, "key");
    }

    /** Whether the filter is ready, and has nothing to be done. */
    public static boolean isReady(MemoryRedis redis) {
        return newest(redis, NAME).isPresent() && state(redis).isSettled();
    }

    /** The instant at which the filter expires, in milliseconds. */
    public static long expireAt(MemoryRedis redis) {
        return Long.parseLong(Objects.requireNonNull(value(redis, "expireAt")));
    }

    /** When register, copy and claims of a filter expire that expires at an instant. */
    public static long endOfRegister(long epochMillis) {
        return epochMillis + 86_400_000;
    }

    /** Whether a batch writes a version of the filter whose text has this pattern in it. */
    public static boolean writes(Batch batch, String pattern) {
        return batch.commands().stream().anyMatch(command -> writes(command, pattern));
    }

    /** Whether a command writes a version into the register whose text has this pattern in it. */
    public static boolean writes(Command command, String pattern) {
        return writes(command, NAME, pattern);
    }

    /** Whether a command writes a version of a filter into its register whose text has this pattern in it. */
    public static boolean writes(Command command, String name, String pattern) {
        return command.verb() == Verb.HSETNX
                && text(command.key()).equals(key(name))
                && Pattern.compile(pattern)
                        .matcher(text(command.arguments()[1]))
                        .find();
    }

    /** Whether a batch claims a layer that is to follow those in use. */
    public static boolean claimsLayer(Batch batch) {
        return writes(batch, ";phase=ready;.*;making=");
    }

    /** Whether a batch publishes another layer after those in use. */
    public static boolean publishesLayer(Batch batch) {
        return writes(batch, ";phase=ready;.*;layers=[^;,]+,[^;]+;") && !claimsLayer(batch);
    }

    /** Whether a batch begins a clear. */
    public static boolean beginsClear(Batch batch) {
        return writes(batch, ";phase=clearing;");
    }

    /** Whether a batch begins a deletion. */
    public static boolean beginsDeletion(Batch batch) {
        return writes(batch, ";phase=deleting;");
    }

    /** Whether a command decides that a rebuild replaces the layers in use. */
    public static boolean decidesOnRebuild(Command command) {
        return writes(command, ";phase=switching;");
    }

    /** Whether a batch chooses the slice to which the keys of a window move. */
    public static boolean choosesSlice(Batch batch) {
        return writes(batch, ";moving=");
    }

    /** Whether a batch says that the keys of a window have arrived in a slice, or were made there. */
    public static boolean reachesSlice(Batch batch) {
        return writes(batch, ";layers=[^;]+;slice=[0-9]+(;(?!moving)|$)");
    }

    /** Whether a command is on the register or on its copy. */
    public static boolean isOfRegister(Command command) {
        String key = text(command.key());
        return key.equals(KEY) || key.equals(COPY);
    }

    private static String text(byte[] word) {
        return new String(word, UTF_8);
    }

    /** The versions in the register. */
    public static Map<String, String> versions(MemoryRedis redis) {
        return redis.hashes.get(KEY);
    }

    /** Answers the next reads of register and copy as if nothing were stored, and runs an action after the last one. */
    public static void hide(MemoryRedis redis, int times, Runnable then) {
        int[] left = {2 * times};
        redis.answerInstead = command -> {
            if (command.verb() != Verb.HGETALL || !isOfRegister(command) || left[0] == 0) {
                return null;
            }
            if (--left[0] == 0) {
                redis.once(batch -> true, then);
            }
            return new Reply.Many(List.of());
        };
    }
}
