package io.polybloom.simulation.judge;

import io.polybloom.simulation.redis.Keyspace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A filter as its config hash describes it, read without the engine.
 *
 * @param name the filter's name
 * @param parameters the fields of the specification
 * @param layers the shapes of the layers that count, oldest first
 * @param expireAt when the config expires
 */
record StoredFilter(String name, Map<String, String> parameters, List<Map<String, String>> layers, long expireAt) {

    private static final String PREFIX = "bloom:{";

    /** Reads a config; null if the key is none, or its hash has no specification. */
    static @Nullable StoredFilter read(Keyspace keys, String key) {
        if (!isConfig(keys, key)) {
            return null;
        }
        Map<String, String> fields = new TreeMap<>();
        keys.hash(key).forEach((field, value) -> fields.put(field, new String(value, StandardCharsets.UTF_8)));
        String spec = fields.get("spec");
        if (spec == null) {
            return null;
        }
        Map<String, String> parameters = parse(spec);
        List<Map<String, String>> layers = new ArrayList<>(List.of(parameters));
        for (int index = 1; fields.containsKey("layer." + index); index++) {
            Map<String, String> layer = parse(fields.get("layer." + index));
            if (!parameters.get("generation").equals(layer.get("generation"))) {
                break;
            }
            layers.add(layer);
        }
        String name = key.substring(PREFIX.length(), key.length() - 1);
        return new StoredFilter(name, parameters, layers, keys.expireAt(key));
    }

    static boolean isConfig(Keyspace keys, String key) {
        return keys.isHash(key) && key.startsWith(PREFIX) && key.endsWith("}");
    }

    /** The key of a partition. */
    String key(int layer, int partition) {
        return "bloom:{" + name + ":" + partition + "}:" + parameters.get("generation") + "." + layer;
    }

    int partitions(int layer) {
        return Integer.parseInt(layers.get(layer).get("partitions"));
    }

    long bits(int layer) {
        return Long.parseLong(layers.get(layer).get("bits"));
    }

    int hashes(int layer) {
        return Integer.parseInt(layers.get(layer).get("hashes"));
    }

    boolean grows() {
        return "GROW".equals(parameters.get("overCapacity"));
    }

    long capacity(int layer) {
        return Long.parseLong(parameters.get("capacity")) << layer;
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> values = new HashMap<>();
        for (String pair : text.split(";", -1)) {
            int equals = pair.indexOf('=');
            values.put(pair.substring(0, Math.max(0, equals)), pair.substring(equals + 1));
        }
        return values;
    }
}
