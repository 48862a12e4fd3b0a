package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads from the fields of a config which layers a generation has: each one after the first has a field. */
class LayerFields {

    final Map<String, String> fields;
    final FilterDescription filter;

    LayerFields(Map<String, String> fields, FilterDescription filter) {
        this.fields = fields;
        this.filter = filter;
    }

    /** Returns the generation with the further layers that count, if its first one does. */
    FilterDescription counting() {
        FilterDescription grown = filter;
        for (int layer = 1; isReady(layer - 1); layer++) {
            String shape = shape(layer);
            if (shape == null || !isReady(layer)) {
                break;
            }
            grown = SpecCodec.withLayer(grown, shape);
        }
        return grown;
    }

    /** Returns the generation, not ready, with all layers that may have partitions. */
    Generation claimed() {
        FilterDescription claimed = Descriptions.cleared(filter, filter.clears(), filter.generation());
        for (int layer = 1; ; layer++) {
            String shape = shape(layer);
            if (shape == null) {
                return new Generation(claimed);
            }
            claimed = SpecCodec.withLayer(claimed, shape);
        }
    }

    /** Returns all layers that may have partitions. */
    List<Layer> claimedLayers() {
        return claimed().layers();
    }

    private boolean isReady(long layer) {
        return BirthLog.of(fields, filter.generation(), layer).isOver();
    }

    private @Nullable String shape(long layer) {
        return fields.get(ConfigRecord.layerField(filter.generation(), layer));
    }
}
