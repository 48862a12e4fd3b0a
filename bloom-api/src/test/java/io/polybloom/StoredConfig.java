package io.polybloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;

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

    /** Whether all partitions of the first layer of a generation are said to be there. */
    public static boolean isReady(MemoryRedis redis, String generation) {
        return fields(redis).containsKey("ready." + generation + ".0");
    }

    /** Removes the marks of layers that are complete. */
    public static void forgetReady(MemoryRedis redis) {
        fields(redis).keySet().removeIf(field -> field.startsWith("ready."));
    }

    /** The instant at which the filter expires. */
    public static long expireAt(MemoryRedis redis) {
        List<String> names = fields(redis).keySet().stream()
                .filter(field -> field.startsWith("expireAt."))
                .toList();
        assertEquals(1, names.size(), names.toString());
        return Long.parseLong(fields(redis).get(names.get(0)));
    }

    /** Lets the config say that the filter expires at an instant. */
    public static void expireAt(MemoryRedis redis, String origin, long epochMillis) {
        fields(redis).put("expireAt." + origin, Long.toString(epochMillis));
    }
}
