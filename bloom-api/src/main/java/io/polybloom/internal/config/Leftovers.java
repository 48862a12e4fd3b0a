package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The fields of a config that belong to earlier generations or to other lives. They count for nothing, but they may be
 * all that tells of a partition: a clear that has died may not have removed a layer that was opened after its sweep.
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

    /** Returns the names of the fields. */
    public List<String> fields() {
        return all.keySet().stream().filter(this::isLeftover).sorted().toList();
    }

    /** Returns all layers that the fields tell of. Those of one generation stand together, oldest first. */
    public List<Layer> layers() {
        List<Layer> layers = new ArrayList<>();
        for (String generation : generations()) {
            if (Generation.isId(generation) && isOfThisLayout(generation)) {
                layers.addAll(record.claimedLayers(Descriptions.cleared(filter, filter.clears(), generation)));
            }
        }
        return layers;
    }

    /** Returns the keys of all claims that the fields tell of. */
    public List<ClaimsKey> claims() {
        return all.keySet().stream()
                .filter(field -> field.startsWith(ConfigRecord.CLAIMS) && isLeftover(field))
                .sorted()
                .flatMap(field -> record.claims(field).stream())
                .toList();
    }

    private SortedSet<String> generations() {
        SortedSet<String> generations = new TreeSet<>();
        all.forEach((field, value) -> {
            if (isOfALayer(field)) {
                String behind = field.substring(field.indexOf('.') + 1);
                generations.add(behind.substring(0, Math.max(0, behind.indexOf('.'))));
            } else if (field.startsWith(ConfigRecord.GENERATION + filter.origin() + ".")) {
                generations.add(value);
            }
        });
        generations.remove(filter.generation());
        return generations;
    }

    /** A copy that has died may have been of another layout; the keys that it has made expire. */
    private boolean isOfThisLayout(String generation) {
        Layout layout = new Generation(filter).layout();
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
        if (isOfALayer(field)) {
            return !field.contains("." + filter.generation() + ".");
        }
        if (field.startsWith(ConfigRecord.CLAIMS) || field.startsWith(ConfigRecord.CLAIMS_READY)) {
            return !field.contains("." + ClaimsKey.epoch(filter) + ".");
        }
        return field.startsWith(ConfigRecord.GENERATION)
                        && !field.equals(ConfigRecord.generationField(filter.origin(), filter.clears()))
                || field.startsWith(ConfigRecord.EXPIRE_AT) && !field.equals(ConfigRecord.expiryField(filter.origin()));
    }

    private static boolean isOfALayer(String field) {
        return field.startsWith(ConfigRecord.READY) || field.startsWith(ConfigRecord.LAYER);
    }
}
