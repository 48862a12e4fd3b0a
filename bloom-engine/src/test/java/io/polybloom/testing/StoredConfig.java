package io.polybloom.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The config of the filter {@code clicks} as the model of Redis holds it. */
public final class StoredConfig {

    public static final String KEY = "bloom:{clicks}";
    public static final String TRACE = "bloom:{clicks}:trace";

    private StoredConfig() {}

    /** The key under which the trace of a life is made. */
    public static String unbornTrace(String origin) {
        return TRACE + ":" + origin + ":new";
    }

    public static Map<String, String> fields(MemoryRedis redis) {
        return redis.hashes.get(KEY);
    }

    /** Moves the config away, as a late deletion does, and lets the claim of another client stand in its place. */
    public static void moveBehindClaim(MemoryRedis redis) {
        Map<String, String> config = redis.hashes.remove(KEY);
        redis.hashes.put(KEY + ":gone", config);
        redis.hashes.put(KEY, Map.of("spec", claimLike(config)));
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

    /** Removes what the config says of changes of the expiry. */
    public static void forgetExpiries(MemoryRedis redis) {
        changes(redis).toList().forEach(fields(redis)::remove);
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
            boolean isRead = command.verb() == Verb.HGETALL && new String(command.key(), UTF_8).equals(KEY);
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
