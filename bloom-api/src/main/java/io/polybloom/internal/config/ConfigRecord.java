package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.HashFields;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The config hash of a filter as it was read. All fields but the specification are named by the life (origin) or the
 * generation that they mean, so one that is written late, or was left behind, is of no account.
 */
public final class ConfigRecord {

    static final String SPEC = "spec";

    private static final String EXPIRE_AT = "expireAt.";
    private static final String GENERATION = "generation.";
    private static final String READY = "ready.";
    private static final String LAYER = "layer.";

    /** What takes the place of a generation when the life has ended: then no clear can be published any more. */
    static final String DELETED = "deleted";

    private final Map<String, String> fields;
    private final FilterDescription filter;
    private final boolean isDeleted;

    private ConfigRecord(Map<String, String> fields, FilterDescription filter, boolean isDeleted) {
        this.fields = fields;
        this.filter = filter;
        this.isDeleted = isDeleted;
    }

    /**
     * Reads the reply to HGETALL; empty if there is no filter, which is the case when the hash has no specification.
     */
    static Optional<ConfigRecord> read(String name, Reply reply) {
        Map<String, String> fields = HashFields.read(reply, "the config of the filter '" + name + "'");
        String spec = fields.get(SPEC);
        if (spec == null) {
            return Optional.empty();
        }
        FilterDescription created = SpecCodec.decode(name, spec);
        SortedMap<Long, String> clears = clears(created, fields);
        // A mark that arrives late, below a later clear, is of no account.
        boolean isDeleted = !clears.isEmpty() && clears.get(clears.lastKey()).equals(DELETED);
        clears.values().removeIf(DELETED::equals);
        FilterDescription current = clears.isEmpty() ? created : generation(created, clears);
        String generation = current.generation();
        boolean ready = fields.containsKey(readyField(generation, 0));
        Optional<Instant> expireAt =
                Optional.ofNullable(fields.get(expiryField(current.origin()))).map(text -> instant(name, text));
        FilterDescription filter = Descriptions.withState(current, ready, expireAt);
        for (int layer = 1; ready && fields.containsKey(readyField(generation, layer)); layer++) {
            String shape = fields.get(layerField(generation, layer));
            if (shape == null) {
                break;
            }
            filter = Descriptions.withLayer(filter, SpecCodec.decodeLayer(name, shape));
        }
        return Optional.of(new ConfigRecord(fields, filter, isDeleted));
    }

    /** Whether somebody is deleting the filter. */
    public boolean isDeleted() {
        return isDeleted;
    }

    /** The filter: its current generation with the layers that count. */
    public FilterDescription filter() {
        return filter;
    }

    /** All layers of a generation that may have partitions: those that count, and those that somebody is opening. */
    public List<Layer> claimedLayers(FilterDescription generation) {
        FilterDescription claimed = Descriptions.cleared(generation, generation.clears(), generation.generation());
        for (int layer = 1; ; layer++) {
            String shape = fields.get(layerField(generation.generation(), layer));
            if (shape == null) {
                return new Generation(claimed).layers();
            }
            claimed = Descriptions.withLayer(claimed, SpecCodec.decodeLayer(filter.name(), shape));
        }
    }

    /**
     * All layers of other generations of which the config still tells: a clear that has died may not have removed a layer
     * that was opened behind its back. Those of one generation stand together, oldest first.
     */
    public List<Layer> layersLeftBehind() {
        SortedSet<String> generations = new TreeSet<>();
        fields.forEach((field, value) -> {
            if (field.startsWith(READY) || field.startsWith(LAYER)) {
                String behind = field.substring(field.indexOf('.') + 1);
                generations.add(behind.substring(0, Math.max(0, behind.indexOf('.'))));
            } else if (field.startsWith(GENERATION + filter.origin() + ".")) {
                generations.add(value);
            }
        });
        generations.remove(filter.generation());
        List<Layer> layers = new ArrayList<>();
        for (String generation : generations) {
            if (Generation.isId(generation) && isOfThisLayout(generation)) {
                layers.addAll(claimedLayers(Descriptions.cleared(filter, filter.clears(), generation)));
            }
        }
        return layers;
    }

    /** A copy that has died may have been about to give the name to a filter of another layout; what it made expires. */
    private boolean isOfThisLayout(String generation) {
        Layout layout = new Generation(filter).layout();
        for (int layer = 1; ; layer++) {
            String shape = fields.get(layerField(generation, layer));
            if (shape == null) {
                return true;
            }
            long bits = SpecCodec.decodeLayer(filter.name(), shape).partitionBits();
            if (layout.roundPartitionBits(bits) != bits) {
                return false;
            }
        }
    }

    /** The names of the fields that an earlier generation or another life has left behind. */
    public List<String> leftovers() {
        return fields.keySet().stream().filter(this::isLeftover).sorted().toList();
    }

    /** The field with the generation after the clear of that number, from 1. */
    static String generationField(String origin, long clear) {
        return GENERATION + origin + "." + clear;
    }

    /** The field that says that all partitions of a layer have been made. */
    static String readyField(String generation, int layer) {
        return READY + generation + "." + layer;
    }

    /** The field with the shape of a grown layer, from 1. */
    static String layerField(String generation, int layer) {
        return LAYER + generation + "." + layer;
    }

    /** The field with the instant at which a life ends. */
    static String expiryField(String origin) {
        return EXPIRE_AT + origin;
    }

    private boolean isLeftover(String field) {
        if (field.startsWith(READY) || field.startsWith(LAYER)) {
            return !field.contains("." + filter.generation() + ".");
        }
        return field.startsWith(GENERATION) && !field.equals(generationField(filter.origin(), filter.clears()))
                || field.startsWith(EXPIRE_AT) && !field.equals(expiryField(filter.origin()));
    }

    /** The generations after the clears of a life, by their numbers, and the mark of its deletion. */
    private static SortedMap<Long, String> clears(FilterDescription created, Map<String, String> fields) {
        String prefix = GENERATION + created.origin() + ".";
        SortedMap<Long, String> clears = new TreeMap<>();
        fields.forEach((field, value) -> {
            if (field.startsWith(prefix)) {
                clears.put(number(created.name(), field, field.substring(prefix.length())), value);
            }
        });
        return clears;
    }

    private static FilterDescription generation(FilterDescription created, SortedMap<Long, String> clears) {
        long latest = clears.lastKey();
        String generation = clears.get(latest);
        if (!Generation.isId(generation)) {
            throw unreadable(created.name(), generationField(created.origin(), latest), generation, null);
        }
        return Descriptions.cleared(created, latest, generation);
    }

    private static Instant instant(String name, String text) {
        return Instant.ofEpochMilli(number(name, EXPIRE_AT, text));
    }

    private static long number(String name, String field, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException noNumber) {
            throw unreadable(name, field, text, noNumber);
        }
    }

    private static ForeignDataException unreadable(
            String name, String field, String text, @Nullable NumberFormatException cause) {
        return new ForeignDataException(
                name,
                "the config of the filter '" + name + "' holds something unreadable in its field " + field + ": '"
                        + text + "'. Remove the key by hand if nothing else uses it, or choose another name",
                cause);
    }
}
