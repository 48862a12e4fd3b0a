package io.polybloom.simulation.redis;

import io.polybloom.layout.Layouts;
import io.polybloom.memory.server.Keyspace;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A filter as its config hash describes it, read without the engine. The static methods know keys, fields and commands
 * of the format; the simulation spells them nowhere else.
 *
 * @param name the filter's name
 * @param parameters the fields of the specification
 * @param layers the shapes of the layers that count, oldest first
 * @param numbers the numbers of these layers
 * @param claimed the partitions of the layer that somebody has begun to open, 0 if nobody has
 * @param leftBehind the keys of layers of other generations that are still named
 * @param claims the keys of the claims since the last clear
 * @param leftClaims the keys of other claims that are still named, and those under which any claims are made
 * @param ready whether its partitions must all be there
 * @param expireAt when the filter expires, as its config says, {@link Keyspace#NEVER} included
 */
public record StoredFilter(
        String name,
        Map<String, String> parameters,
        List<Map<String, String>> layers,
        List<Long> numbers,
        int claimed,
        List<String> leftBehind,
        List<String> claims,
        List<String> leftClaims,
        boolean ready,
        long expireAt) {

    private static final String PREFIX = "bloom:{";
    private static final String DELETED = "deleted";
    private static final String CLAIMS = ":claims:";
    private static final String COUNTER = "}:count";

    /** Follows the key of a partition of a filter that forgets, on its way there. */
    private static final String MOVING = ":old";

    /** Ends the name under which a key is made; nobody asks a key that has it. */
    private static final String UNBORN = ":new";

    private static final String CHANGE_OF_EXPIRY = "expireAt.";

    /** The command by which a client changes the config of a filter. */
    public static final String CHANGE = "HSETNX";

    /** The command by which a client takes a field of a config back, or a life out of a trace. */
    public static final String WITHDRAWAL = "HDEL";

    /** Reads a config; null if the key is none, or its hash has no specification. */
    public static @Nullable StoredFilter read(Keyspace keys, String key) {
        if (!isConfig(keys, key)) {
            return null;
        }
        Map<String, String> fields = fields(keys, key);
        String spec = fields.get("spec");
        if (spec == null) {
            return null;
        }
        Map<String, String> parameters = parse(spec);
        generations(parameters, fields)
                .max(Comparator.comparing(field -> number(field.getKey())))
                .ifPresent(latest -> parameters.putAll(generation(latest.getValue())));
        String generation = parameters.get("generation");
        String name = key.substring(PREFIX.length(), key.length() - 1);
        if (parameters.containsKey("window")) {
            return forgetting(name, parameters, fields);
        }
        List<Map<String, String>> layers = new ArrayList<>(List.of(parameters));
        String shape = fields.get("layer." + generation + ".1");
        while (shape != null && isReady(fields, generation, layers.size())) {
            layers.add(parse(shape));
            shape = fields.get("layer." + generation + "." + layers.size());
        }
        int claimed = shape == null ? 0 : Integer.parseInt(parse(shape).get("partitions"));
        boolean ready = isReady(fields, generation, 0) && !fields.containsValue(DELETED);
        List<Long> numbers = LongStream.range(0, layers.size()).boxed().toList();
        return new StoredFilter(
                name,
                parameters,
                layers,
                numbers,
                claimed,
                leftBehind(name, parameters, fields),
                claims(name, parameters, fields, true),
                claims(name, parameters, fields, false),
                ready,
                expireAt(parameters, fields));
    }

    private static Map<String, String> fields(Keyspace keys, String config) {
        Map<String, String> fields = new TreeMap<>();
        keys.hash(config).forEach((field, value) -> fields.put(field, new String(value, StandardCharsets.UTF_8)));
        return fields;
    }

    /** The fields with the generations after the first one. */
    private static Stream<Map.Entry<String, String>> generations(
            Map<String, String> parameters, Map<String, String> fields) {
        String changes = "generation." + parameters.get("origin") + ".";
        return fields.entrySet().stream()
                .filter(field -> field.getKey().startsWith(changes))
                .filter(field -> !field.getValue().equals(DELETED));
    }

    /** Of the changes of the expiry, the one with the highest number counts. */
    private static long expireAt(Map<String, String> parameters, Map<String, String> fields) {
        String changes = CHANGE_OF_EXPIRY + parameters.get("origin") + ".";
        return fields.entrySet().stream()
                .filter(field -> field.getKey().startsWith(changes))
                .max(Comparator.comparing(field -> number(field.getKey())))
                .map(Map.Entry::getValue)
                .filter(instant -> !instant.equals("never"))
                .map(Long::valueOf)
                .orElse(Keyspace.NEVER);
    }

    /** One that forgets: its layers are the slices up to which its keys are, or are being, prepared. */
    private static StoredFilter forgetting(String name, Map<String, String> parameters, Map<String, String> fields) {
        String generation = parameters.get("generation");
        List<Long> numbers = new ArrayList<>();
        List<Map<String, String>> layers = new ArrayList<>();
        List<String> left = new ArrayList<>();
        Map<String, Set<Long>> claimed = new TreeMap<>();
        for (Map.Entry<String, String> field : fields.entrySet()) {
            String[] parts = field.getKey().split("\\.");
            if (parts[0].equals("ready") && !parts[2].equals("0")) {
                claimed.computeIfAbsent(parts[1], first -> new TreeSet<>()).add(Long.parseLong(parts[2]));
            } else if (parts[0].equals("slice")) {
                claimed.computeIfAbsent(parts[1], first -> new TreeSet<>()).add(Long.parseLong(field.getValue()));
            }
        }
        for (long number : claimed.getOrDefault(generation, Set.of())) {
            if (isReady(fields, generation, number)) {
                numbers.add(number);
                layers.add(parameters);
            }
        }
        claimed.forEach((id, slices) -> {
            for (long number : slices) {
                for (int partition = 0; partition < Integer.parseInt(parameters.get("partitions")); partition++) {
                    String key = key(name, id, number, partition);
                    left.addAll(List.of(key, key + MOVING, key + ":mask"));
                    left.addAll(unborn(fields, id, number, key));
                }
            }
        });
        boolean ready = isReady(fields, generation, 0) && !fields.containsValue(DELETED);
        return new StoredFilter(
                name,
                parameters,
                layers,
                numbers,
                0,
                left,
                claims(name, parameters, fields, true),
                claims(name, parameters, fields, false),
                ready,
                expireAt(parameters, fields));
    }

    /** Whether the log of the birth of a layer has an entry that ends it. */
    private static boolean isReady(Map<String, String> fields, String generation, long layer) {
        return entries(fields, generation, layer).stream().anyMatch(entry -> !entry.contains("="));
    }

    /** The names under which the makers in the log of a birth make a partition. */
    private static List<String> unborn(Map<String, String> fields, String generation, long layer, String key) {
        return entries(fields, generation, layer).stream()
                .filter(entry -> entry.startsWith("makes="))
                .map(entry -> key + entry.replace("makes=", ":") + UNBORN)
                .toList();
    }

    private static List<String> entries(Map<String, String> fields, String generation, long layer) {
        String first = "ready." + generation + "." + layer;
        return fields.entrySet().stream()
                .filter(field -> (field.getKey() + ".").startsWith(first + "."))
                .map(Map.Entry::getValue)
                .toList();
    }

    public boolean forgets() {
        return parameters.containsKey("window");
    }

    /** The instant at which the keys of a layer of a filter that forgets expire by themselves. */
    public long expiryOf(int layer) {
        return beginOf(numbers.get(layer) + slices() + 2);
    }

    /** The instant from which all elements in the keys of a layer of a filter that forgets are forgotten. */
    public long endOf(int layer) {
        return beginOf(numbers.get(layer) + slices() + 1);
    }

    private long beginOf(long slice) {
        return slice * (Long.parseLong(parameters.get("window")) / slices());
    }

    public int slices() {
        return Integer.parseInt(parameters.get("slices"));
    }

    /** The keys that an interrupted clear did not remove: the next clear, or the deletion, finds it by the config. */
    private static List<String> leftBehind(String name, Map<String, String> parameters, Map<String, String> fields) {
        Set<String> generations = new TreeSet<>();
        for (String field : fields.keySet()) {
            if (field.startsWith("layer.") || field.startsWith("ready.")) {
                generations.add(field.split("\\.")[1]);
            }
        }
        generations.remove(parameters.get("generation"));
        List<String> left = new ArrayList<>();
        fields.forEach((field, text) -> {
            if (field.startsWith("next.")) {
                Map<String, String> next = parse(text);
                for (int partition = 0; partition < Integer.parseInt(next.get("partitions")); partition++) {
                    left.add(key(name, next.get("generation"), 0, partition));
                }
            }
        });
        for (String generation : generations) {
            Map<String, String> shape = parameters;
            for (int layer = 0; shape != null; layer++) {
                for (int partition = 0; partition < Integer.parseInt(shape.get("partitions")); partition++) {
                    String key = key(name, generation, layer, partition);
                    left.add(key);
                    left.addAll(unborn(fields, generation, layer, key));
                }
                String next = fields.get("layer." + generation + "." + (layer + 1));
                shape = next == null ? null : parse(next);
            }
        }
        return left;
    }

    private static List<String> claims(
            String name, Map<String, String> parameters, Map<String, String> fields, boolean isCurrent) {
        long clears = generations(parameters, fields)
                .mapToLong(field -> number(field.getKey()))
                .max()
                .orElse(0);
        String epoch = parameters.get("origin") + "." + clears;
        Set<String> claims = new TreeSet<>();
        fields.forEach((field, entry) -> {
            // The fields of the log of a birth are CLAIMS, CLAIMS:1, CLAIMS:2, ...
            String[] parts = field.split(":")[0].split("\\.", 4);
            if (!parts[0].equals("claims")) {
                return;
            }
            String key = PREFIX + name + ":" + parts[3] + "}" + CLAIMS + parts[1] + "." + parts[2];
            if (epoch.equals(parts[1] + "." + parts[2]) == isCurrent) {
                claims.add(key);
            }
            if (!isCurrent && entry.startsWith("makes=")) {
                claims.add(key + entry.replace("makes=", ":") + UNBORN);
            }
        });
        return List.copyOf(claims);
    }

    /** Whether a key is one of claims, or is to become one. */
    public static boolean isOfClaims(String key) {
        return key.contains(CLAIMS);
    }

    /** Whether a key has a name under which it is made. */
    public static boolean isUnborn(String key) {
        return key.endsWith(UNBORN);
    }

    /** Whether a key is made in order to become another one. */
    public static boolean isUnborn(String key, String other) {
        return key.startsWith(other + ":") && isUnborn(key);
    }

    /** Whether a key is that of a partition in a place where it may be alive, and of no key beside it. */
    public static boolean isPlace(String key) {
        return key.matches(".*\\.[0-9]+(" + MOVING + ")?");
    }

    /** Whether a key is that of a partition in the first layer of a filter. */
    public static boolean isInFirstLayer(String key, String name) {
        return key.matches("bloom:\\{" + name + ":\\d+}:[0-9a-f]{16}\\.0");
    }

    /** Whether a key is that of a partition in a slice of a filter that forgets. */
    public static boolean isInSlice(String key, String name) {
        return key.matches("bloom:\\{" + name + ":\\d+}:[0-9a-f]{16}\\.[0-9]{2,}");
    }

    /** Whether a key is that of a config that a deletion has moved away. */
    public static boolean isMovedAway(String key) {
        return key.endsWith(":gone");
    }

    /** Whether a command moves a config away. */
    public static boolean movesAway(Command command) {
        return command.verb() == Verb.RENAMENX && isMovedAway(text(command.arguments()[0]));
    }

    /** Whether a command is one by which clients change a config, if it is on the key of one. */
    public static boolean isChange(Verb verb) {
        return verb.name().equals(CHANGE);
    }

    /** Whether a command says in a config that its filter is deleted. */
    public static boolean marksDeletion(Command command) {
        return isChange(command.verb()) && text(command.arguments()[1]).equals(DELETED);
    }

    /** The field with that mark in the reply to a reading of a config. */
    public static String markOfDeletion(Reply.Many config) {
        List<String> fields = config.elements().stream()
                .map(field -> text(((Reply.Bytes) field).value()))
                .toList();
        return fields.get(fields.indexOf(DELETED) - 1);
    }

    /** The field by which a command changes the expiry in a config; empty if it does not. */
    public static String changeOfExpiry(Command command) {
        String field = isChange(command.verb()) ? text(command.arguments()[0]) : "";
        return isChangeOfExpiry(field) ? field : "";
    }

    /** Whether a field of a config is a change of the expiry. */
    public static boolean isChangeOfExpiry(String field) {
        return field.startsWith(CHANGE_OF_EXPIRY);
    }

    /** The number at the end of a field, such as that of a change: of one life, the highest one counts. */
    public static long number(String field) {
        return Long.parseLong(field.substring(field.lastIndexOf('.') + 1));
    }

    /** What the fields with all numbers have in common, such as all changes in the life of a filter. */
    public static String withoutNumber(String field) {
        return field.substring(0, field.lastIndexOf('.'));
    }

    /** A command that changes the expiry once more. */
    public static Command changingAgain(byte[] config, String field, long number, long instant) {
        return new Command(
                Verb.valueOf(CHANGE),
                config,
                bytes(withoutNumber(field) + "." + number),
                bytes(Long.toString(instant)));
    }

    private static String text(byte[] word) {
        return new String(word, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The key of the counter of a name, which is in the slot of the config of a filter of that name. */
    public static String counter(String name) {
        return PREFIX + name + COUNTER;
    }

    /** Whether a key is a counter, which belongs to no filter. */
    public static boolean isCounter(String key) {
        return key.startsWith(PREFIX) && key.endsWith(COUNTER);
    }

    /** The parameters that a generation has of its own: its id, or those that a rebuild has chosen. */
    private static Map<String, String> generation(String text) {
        return text.startsWith("rebuilds=") ? parse(text) : Map.of("generation", text);
    }

    private static boolean isConfig(Keyspace keys, String key) {
        return keys.isHash(key) && key.startsWith(PREFIX) && key.endsWith("}");
    }

    /** The key of the config of a filter. */
    public static String config(String name) {
        return PREFIX + name + "}";
    }

    /** The name of the filter that a key is named after. */
    public static String nameIn(String key) {
        if (!key.startsWith(PREFIX)) {
            return key;
        }
        for (int end = PREFIX.length(); end < key.length(); end++) {
            if (key.charAt(end) == ':' || key.charAt(end) == '}') {
                return key.substring(PREFIX.length(), end);
            }
        }
        return key;
    }

    /** Whether a key is a partition of a filter. */
    public static boolean isPartition(String key, String name) {
        return key.startsWith(PREFIX + name + ":") && !isOfClaims(key);
    }

    /** Whether a hash is a config of no filter: of one that was deleted, or that was never completed. */
    public static boolean isOfNoFilter(Keyspace keys, String key) {
        if (!keys.isHash(key)) {
            return false;
        }
        Map<String, String> fields = fields(keys, key);
        boolean isComplete = fields.containsKey("spec")
                && fields.entrySet().stream()
                        .anyMatch(field -> field.getKey().startsWith("ready.")
                                && field.getValue().equals("1"));
        return !isComplete || fields.containsValue(DELETED);
    }

    /** The key of the trace beside a config. */
    public static String trace(String config) {
        return config + ":trace";
    }

    /** The key under which the trace is made. */
    public String unbornTrace(String config) {
        return trace(config) + ":" + parameters.get("origin") + UNBORN;
    }

    /** The key of the server's own filter that has the bits of a partition. */
    public static String module(String partition) {
        return partition + ":bf";
    }

    /** Whether the server keeps the bits: the partitions are nothing but their trailers then. */
    public boolean isOfServer() {
        return Layouts.SERVER.equals(parameters.get("layout"));
    }

    /** The key that says when a partition expires. */
    public static String expiry(String partition) {
        return partition + ":expires";
    }

    /** The key of a partition. */
    public String key(int layer, int partition) {
        return key(name, parameters.get("generation"), numberOf(layer), partition);
    }

    private long numberOf(int layer) {
        return layer < numbers.size() ? numbers.get(layer) : layer;
    }

    private static String key(String name, String generation, long layer, int partition) {
        return PREFIX + name + ":" + partition + "}:" + generation + "." + layer;
    }

    /** What the names of all keys of a partition begin with, in the current generation. */
    public String prefix(int partition) {
        return PREFIX + name + ":" + partition + "}:" + parameters.get("generation") + ".";
    }

    /** The bits before the trailer of a filter that forgets. */
    public long bitsOfSlice() {
        return (slices() + 1) * Long.parseLong(Objects.requireNonNull(parameters.get("bits")));
    }

    public int partitions(int layer) {
        return Integer.parseInt(layers.get(layer).get("partitions"));
    }

    public long bits(int layer) {
        long columns = forgets() ? slices() + 1 : 1;
        return isOfServer() ? 0 : columns * Long.parseLong(layers.get(layer).get("bits"));
    }

    public int hashes(int layer) {
        return Integer.parseInt(layers.get(layer).get("hashes"));
    }

    public boolean grows() {
        return "GROW".equals(parameters.get("overCapacity"));
    }

    public long capacity(int layer) {
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
