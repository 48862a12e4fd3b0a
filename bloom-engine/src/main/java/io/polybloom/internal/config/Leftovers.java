package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.ClaimsSweep;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.layout.Layout;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The fields of a config that belong to earlier generations or to other lives. They have no effect, but they may be the
 * only record of a partition: a clear that has died may not have removed a layer that was opened after its sweep.
 */
public final class Leftovers {

    private final Map<String, String> all;
    private final ConfigRecord record;
    private final FilterDescription filter;

    Leftovers(Map<String, String> all, ConfigRecord record) {
        this.all = all;
        this.record = record;
        this.filter = record.filter();
    }

    /** Returns the names of the fields that can be removed: all but those of the previous generation. */
    public List<String> fields() {
        Predicate<String> isKept = ofThePreviousGeneration();
        return all.keySet().stream()
                .filter(this::isLeftover)
                .filter(field -> !isKept.test(field))
                .sorted()
                .toList();
    }

    /**
     * Tells the fields about the generation directly before the current one, its claims, and what a rebuild of it was
     * to make. They stay until the next clear or rebuild, since a failover can undo the last one before a command that
     * removes them is executed. Without them, the generation that is current again would seem to lack layers, slices or
     * claims that it has, or never to have been made; then it would be made anew, empty.
     */
    private Predicate<String> ofThePreviousGeneration() {
        Optional<FilterDescription> previous = previousGeneration();
        if (previous.isEmpty()) {
            return field -> false;
        }
        FilterDescription kept = previous.get();
        Set<String> ids = new HashSet<>(List.of(kept.generation()));
        String rebuilds = ConfigRecord.NEXT + kept.generation() + ".";
        all.forEach((field, text) -> {
            if (field.startsWith(rebuilds)) {
                ids.add(SpecCodec.decode(kept.name(), text).generation());
            }
        });
        String named = ConfigRecord.generationField(kept.origin(), Descriptions.number(kept));
        String epoch = "." + ClaimsKey.epoch(kept) + ".";
        return field -> {
            if (field.startsWith(ConfigRecord.CLAIMS)) {
                return field.contains(epoch);
            }
            boolean isOfAGeneration = isOfALayer(field)
                    || field.startsWith(ConfigRecord.NEXT)
                    || field.startsWith(ConfigRecord.DECISION)
                    || field.startsWith(ConfigRecord.CLOSING);
            return (isOfAGeneration && ids.stream().anyMatch(id -> (field + ".").contains("." + id + ".")))
                    || field.equals(named);
        };
    }

    /** Returns the generation before the current one, if there was one and the config still names it. */
    private Optional<FilterDescription> previousGeneration() {
        long number = Descriptions.number(filter) - 1;
        if (number <= 0) {
            return number < 0 ? Optional.empty() : Optional.of(record.created());
        }
        return Optional.ofNullable(all.get(ConfigRecord.generationField(filter.origin(), number)))
                .filter(text -> !text.equals(ConfigRecord.DELETED))
                .map(text -> SpecCodec.decodeGeneration(record.created(), number, text));
    }

    /** Returns all layers that the fields mention. */
    private List<Layer> layers() {
        List<Layer> layers = new ArrayList<>();
        Map<String, FilterDescription> named = named();
        for (String generation : generations()) {
            FilterDescription shape = named.getOrDefault(generation, record.created());
            if (Generation.isId(generation) && isOfItsLayout(generation, shape)) {
                layers.addAll(record.claimedLayers(Descriptions.cleared(shape, 0, generation)));
            }
        }
        return layers;
    }

    /** Returns the keys of all claims that the fields mention. */
    private List<ClaimsKey> claims() {
        return record.claims(all.keySet().stream().filter(this::isLeftover).toList());
    }

    /**
     * Removes the partitions and the claims that the fields mention. The fields remain: they are the record of them.
     */
    public Step<Void> removeKeys() {
        return PartitionRemoval.unlinkAtOnce(layers()).then(removed -> ClaimsSweep.unlink(claims()));
    }

    /**
     * Returns the layers of all generations but the current one: those that the fields mention, and those that rebuilds
     * have made or are making. The layers of one generation are adjacent, oldest first.
     */
    public List<Layer> layersOfOthers() {
        List<Layer> layers = layers();
        rebuilt().forEach((generation, next) -> {
            if (!generation.equals(filter.generation())) {
                layers.addAll(record.claimedLayers(next));
            }
        });
        return layers;
    }

    /** Returns the generations whose parameters the config names, by their ids. */
    private Map<String, FilterDescription> named() {
        Map<String, FilterDescription> named = new HashMap<>(rebuilt());
        String prefix = ConfigRecord.GENERATION + filter.origin() + ".";
        all.forEach((field, text) -> {
            if (field.startsWith(prefix) && !text.equals(ConfigRecord.DELETED)) {
                FilterDescription generation = SpecCodec.decodeGeneration(record.created(), 0, text);
                named.put(generation.generation(), generation);
            }
        });
        return named;
    }

    private SortedMap<String, FilterDescription> rebuilt() {
        SortedMap<String, FilterDescription> rebuilt = new TreeMap<>();
        all.forEach((field, text) -> {
            if (field.startsWith(ConfigRecord.NEXT)) {
                FilterDescription next = SpecCodec.decode(filter.name(), text);
                rebuilt.put(next.generation(), next);
            }
        });
        return rebuilt;
    }

    private SortedSet<String> generations() {
        SortedSet<String> generations = new TreeSet<>();
        all.forEach((field, value) -> {
            if (isOfALayer(field)) {
                String behind = field.substring(field.indexOf('.') + 1);
                generations.add(behind.substring(0, Math.max(0, behind.indexOf('.'))));
            }
        });
        generations.addAll(named().keySet());
        generations.removeAll(currentRebuilds());
        generations.remove(filter.generation());
        return generations;
    }

    /** A rebuild in progress is not a leftover. */
    private Set<String> currentRebuilds() {
        Set<String> current = new HashSet<>();
        record.rebuilds().forEach(rebuild -> current.add(rebuild.next().generation()));
        return current;
    }

    /** A copy that has died may have been of another layout; the keys that it has made expire. */
    private boolean isOfItsLayout(String generation, FilterDescription described) {
        Layout layout = new Generation(described).layout();
        for (int layer = 1; ; layer++) {
            String shape = all.get(ConfigRecord.layerField(generation, layer));
            if (shape == null) {
                return true;
            }
            long bits = SpecCodec.decodeLayer(filter.name(), shape).partitionBits();
            if (layout.roundPartitionBits(bits) != bits) {
                return false;
            }
        }
    }

    private boolean isLeftover(String field) {
        if (isOfALayer(field) && currentRebuilds().stream().anyMatch(next -> field.contains("." + next + "."))) {
            return false;
        }
        if (isOfALayer(field) || field.startsWith(ConfigRecord.NEXT) || field.startsWith(ConfigRecord.DECISION)) {
            return !field.contains("." + filter.generation() + ".");
        }
        if (field.startsWith(ConfigRecord.CLAIMS)) {
            return !field.contains("." + ClaimsKey.epoch(filter) + ".");
        }
        if (field.startsWith(ConfigRecord.CLOSING)) {
            return !field.equals(ConfigRecord.closingField(filter.generation()));
        }
        return (field.startsWith(ConfigRecord.GENERATION)
                        && !field.equals(ConfigRecord.generationField(filter.origin(), Descriptions.number(filter))))
                || (field.startsWith(ConfigRecord.EXPIRE_AT)
                        && !field.equals(ConfigRecord.expiryField(filter.origin(), record.expiryNumber())));
    }

    private static boolean isOfALayer(String field) {
        return field.startsWith(ConfigRecord.READY)
                || field.startsWith(ConfigRecord.LAYER)
                || field.startsWith(ConfigRecord.SLICE);
    }
}
