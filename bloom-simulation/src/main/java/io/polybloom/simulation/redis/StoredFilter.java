package io.polybloom.simulation.redis;

import io.polybloom.layout.Layouts;
import io.polybloom.memory.server.Keyspace;
import io.polybloom.spi.Command;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The current version of a filter, as the register or its copy has it, read without the engine. The static methods know
 * keys and commands of the format; the simulation spells them nowhere else.
 *
 * @param name the filter's name
 * @param version the number of the version
 * @param state the text of the version, taken apart
 * @param claims the lists of the writers since the last clear, and the keys of the claims that they name
 */
public record StoredFilter(String name, long version, Map<String, String> state, Set<String> claims) {

    /** The command by which a client writes a version. */
    public static final String CHANGE = "HSETNX";

    /** The member of claims that shows that they were not lost. */
    public static final String FIRST_CLAIM = "-";

    private static final String PREFIX = "bloom:{";
    private static final String COPY = ":copy";
    private static final String WRITERS = "}:writers:";
    private static final String CLAIMS = "}:claims:";
    private static final String COUNTER = "}:count";

    /** The id of a layer, and with a window the slice. */
    private static final String PLACE = ":\\d+}:[0-9a-f]{16}(\\.\\d+)?";

    /** Follows the key of a partition of a filter that forgets, on its way there. */
    private static final String MOVING = ":old";

    /** The keys that may stand beside a partition. */
    private static final List<String> BESIDE = List.of("", ":bf", MOVING, ":mask");

    /**
     * A layer that a version names.
     *
     * @param id its id, with the slice if only the keys of one slice are meant
     * @param bits the bits of a partition
     * @param hashes the number of hash functions
     * @param partitions the number of partitions
     */
    public record Layer(String id, long bits, int hashes, int partitions) {

        private static Layer of(String text) {
            String[] parts = text.split("/");
            String slice = parts.length > 4 ? "." + parts[4] : "";
            return new Layer(
                    parts[0] + slice, Long.parseLong(parts[1]), Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
        }

        private static Layer ended(String text) {
            String[] parts = text.split("/");
            return new Layer(parts[0], 0, 0, Integer.parseInt(parts[1]));
        }

        private Layer at(String slice) {
            return new Layer(id.replaceFirst("\\..*", "") + "." + slice, bits, hashes, partitions);
        }
    }

    /** Reads the current version of a filter; null if nothing is stored under the name. */
    public static @Nullable StoredFilter read(Keyspace keys, String name) {
        Map<Long, String> versions = versions(keys, register(name));
        // Where both have the current version, the text in the copy is true.
        versions.putAll(versions(keys, copy(name)));
        if (versions.isEmpty()) {
            return null;
        }
        long current = versions.keySet().stream().max(Comparator.naturalOrder()).orElseThrow();
        Map<String, String> state = parse(versions.get(current));
        return new StoredFilter(name, current, state, claims(keys, name, state));
    }

    /** The names under which there is a register or a copy. */
    public static Set<String> names(Keyspace keys) {
        Set<String> names = new LinkedHashSet<>();
        for (String key : keys.keys()) {
            if (isRegister(key)) {
                names.add(nameIn(key));
            }
        }
        return names;
    }

    /** The texts in a register or a copy, by their numbers. */
    public static Map<Long, String> versions(Keyspace keys, String key) {
        Map<Long, String> versions = new TreeMap<>();
        if (keys.isHash(key)) {
            keys.hash(key).forEach((number, text) -> versions.put(Long.valueOf(number), text(text)));
        }
        return versions;
    }

    private static Set<String> claims(Keyspace keys, String name, Map<String, String> state) {
        Set<String> claims = new LinkedHashSet<>();
        for (String list : lists(keys, name, state)) {
            claims.add(list);
            keys.hash(list).forEach((writer, id) -> claims.add(PREFIX + name + ":" + writer + CLAIMS + text(id)));
        }
        return claims;
    }

    /** A clear or a deletion that is not finished yet removes those of before, too. */
    private static List<String> lists(Keyspace keys, String name, Map<String, String> state) {
        boolean isUnfinished = List.of("clearing", "deleting").contains(state.get("phase"));
        String ofLife = PREFIX + name + WRITERS + state.get("life") + ".";
        String ofNow = ofLife + state.get("clears");
        List<String> lists = new ArrayList<>();
        for (String key : keys.keys()) {
            boolean isList = isUnfinished ? key.startsWith(ofLife) : key.equals(ofNow) || key.equals(ofNow + COPY);
            // An acknowledged write needs a key of another type beside it.
            if (isList && keys.isHash(key)) {
                lists.add(key);
            }
        }
        return lists;
    }

    /** Takes the text of a version apart. */
    public static Map<String, String> parse(String text) {
        Map<String, String> state = new LinkedHashMap<>();
        for (String pair : text.split(";", -1)) {
            int equals = pair.indexOf('=');
            state.put(pair.substring(0, Math.max(0, equals)), pair.substring(equals + 1));
        }
        return state;
    }

    /** The version that a command writes into a register or a copy; empty if it writes none. */
    public static Map<String, String> written(Command command) {
        return command.verb().name().equals(CHANGE) && isRegister(text(command.key()))
                ? parse(text(command.arguments()[1]))
                : Map.of();
    }

    /** Whether a command writes a version that is in a phase. */
    public static boolean writes(Command command, String phase) {
        return phase.equals(written(command).get("phase"));
    }

    public String phase() {
        return Objects.requireNonNull(state.get("phase"));
    }

    /** Whether it can be used as it is. */
    public boolean isReady() {
        return phase().equals("ready");
    }

    /** Whether it is nothing but the end of a life. */
    public boolean isDeleted() {
        return phase().equals("deleted");
    }

    /** Whether the keys may not expire yet as the state says. */
    public boolean isUnsettled() {
        return state.containsKey("settle");
    }

    /** When the filter expires, {@link Keyspace#NEVER} included. */
    public long expireAt() {
        String instant = state.get("expireAt");
        return instant == null ? Keyspace.NEVER : Long.parseLong(instant);
    }

    /** The layers in use, oldest first. */
    public List<Layer> layers() {
        return layers("layers");
    }

    /** The layers of a rebuild that is under way. */
    List<Layer> filling() {
        return layers("filling");
    }

    /** The layers that are being made. */
    private List<Layer> unborn() {
        return Stream.of(layers("making"), layers("makingNext"))
                .flatMap(List::stream)
                .toList();
    }

    /** The layers whose keys are being removed. */
    private List<Layer> ended() {
        return texts("ended").map(Layer::ended).toList();
    }

    private List<Layer> layers(String field) {
        return texts(field).map(Layer::of).toList();
    }

    private Stream<String> texts(String field) {
        return Arrays.stream(state.getOrDefault(field, "").split(",")).filter(text -> !text.isEmpty());
    }

    /** The keys of layers that this version uses or makes. */
    public Set<String> used() {
        return keys(Stream.of(layers(), filling(), unborn()).flatMap(List::stream));
    }

    /** The keys of layers that this version has ended. */
    public Set<String> left() {
        return keys(ended().stream());
    }

    private Set<String> keys(Stream<Layer> layers) {
        Set<String> keys = new LinkedHashSet<>();
        layers.flatMap(layer -> places(layer).stream()).forEach(place -> {
            for (int partition = 0; partition < place.partitions(); partition++) {
                String key = key(place, partition);
                BESIDE.forEach(end -> keys.add(key + end));
            }
        });
        return keys;
    }

    /** Where the partitions of a layer may be: with a window, in the present slice or the one after it. */
    public List<Layer> places(Layer layer) {
        List<Layer> places = new ArrayList<>();
        if (!forgets() || layer.id().contains(".")) {
            places.add(layer);
        }
        Stream.of("slice", "moving")
                .map(state::get)
                .filter(Objects::nonNull)
                .forEach(slice -> places.add(layer.at(slice)));
        return places;
    }

    public boolean forgets() {
        return state.containsKey("window");
    }

    /** The instant at which the keys of a place of a filter that forgets expire by themselves. */
    public long expiryOf(Layer place) {
        return beginOf(sliceOf(place) + slices() + 2);
    }

    /** The instant from which all elements in the keys of a place are forgotten. */
    public long endOf(Layer place) {
        return beginOf(sliceOf(place) + slices() + 1);
    }

    private static long sliceOf(Layer place) {
        return Long.parseLong(place.id().substring(place.id().indexOf('.') + 1));
    }

    private long beginOf(long slice) {
        return slice * (Long.parseLong(Objects.requireNonNull(state.get("window"))) / slices());
    }

    private int slices() {
        return Integer.parseInt(Objects.requireNonNull(state.get("slices")));
    }

    /** Whether the server keeps the bits: the partitions are nothing but their trailers then. */
    public boolean isOfServer() {
        return Layouts.SERVER.equals(state.get("layout"));
    }

    /** The bits before the trailer of a partition. */
    public long bits(Layer layer) {
        return isOfServer() ? 0 : layer.bits() * (forgets() ? slices() + 1 : 1);
    }

    public boolean grows() {
        return "GROW".equals(state.get("overCapacity"));
    }

    public long capacity(int layer) {
        return Long.parseLong(Objects.requireNonNull(state.get("capacity"))) << layer;
    }

    /** The key of a partition at a place. */
    public String key(Layer place, int partition) {
        return PREFIX + name + ":" + partition + "}:" + place.id();
    }

    /** The key of the register of a filter. */
    public static String register(String name) {
        return PREFIX + name + "}";
    }

    /** The key of the copy of a register. */
    public static String copy(String name) {
        return register(name) + COPY;
    }

    /** Whether a key is a register or the copy of one. */
    public static boolean isRegister(String key) {
        return key.matches("bloom:\\{[^:}]*}(:copy)?");
    }

    /** The key that has the same contents: that of a register or of a list of writers; null if there is none. */
    public static @Nullable String twin(String key) {
        if (!isRegister(key) && !key.contains(WRITERS)) {
            return null;
        }
        return key.endsWith(COPY) ? key.substring(0, key.length() - COPY.length()) : key + COPY;
    }

    /** Whether a key is one of claims. */
    public static boolean isOfClaims(String key) {
        return key.contains(CLAIMS);
    }

    /** Whether a key is that of a partition, and of no key beside it. */
    public static boolean isPlace(String key, String name) {
        return key.matches("bloom:\\{" + name + PLACE);
    }

    /** Whether a key is that of a partition, on its way to a slice or not. */
    public static boolean isPlaceOrOnItsWay(String key, String name) {
        return isPlace(key.endsWith(MOVING) ? key.substring(0, key.length() - MOVING.length()) : key, name);
    }

    /** Whether a key is a partition of a filter, or stands beside one. */
    public static boolean isPartition(String key, String name) {
        return key.startsWith(PREFIX + name + ":") && !isOfClaims(key);
    }

    /** The key of the server's own filter that has the bits of a partition. */
    public static String module(String partition) {
        return partition + ":bf";
    }

    /** The key of the counter of a name, which is in the slot of the register of a filter of that name. */
    public static String counter(String name) {
        return PREFIX + name + COUNTER;
    }

    /** Whether a key is a counter, which belongs to no filter. */
    public static boolean isCounter(String key) {
        return key.startsWith(PREFIX) && key.endsWith(COUNTER);
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

    private static String text(byte[] word) {
        return new String(word, StandardCharsets.UTF_8);
    }
}
