package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.redis.HashFields;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Reply;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The config hash of a filter: its field names and how they are read. */
final class ConfigRecord {

    static final String SPEC = "spec";
    static final String READY = "ready";
    static final String EXPIRE_AT = "expireAt";
    static final String COPY = "copy";

    private static final String LAYER = "layer.";

    private ConfigRecord() {}

    /**
     * Reads the reply to HGETALL; empty if there is no filter, which is the case when the hash has no specification.
     */
    static Optional<FilterDescription> read(String name, Reply reply) {
        Map<String, String> fields = HashFields.read(reply, "the config of the filter '" + name + "'");
        String spec = fields.get(SPEC);
        if (spec == null) {
            return Optional.empty();
        }
        FilterDescription stored = withLayers(SpecCodec.decode(name, spec), fields);
        boolean ready = stored.generation().equals(fields.get(READY));
        Optional<Instant> expireAt = Optional.ofNullable(fields.get(EXPIRE_AT)).map(text -> instant(name, text));
        return Optional.of(Descriptions.withState(stored, ready, expireAt));
    }

    /** The field of a grown layer, from 1. */
    static String layerField(int layer) {
        return LAYER + layer;
    }

    /** Layers count from 1 without a gap; one that another generation has left behind ends them. */
    private static FilterDescription withLayers(FilterDescription first, Map<String, String> fields) {
        FilterDescription stored = first;
        for (int layer = 1; ; layer++) {
            String text = fields.get(layerField(layer));
            Optional<Geometry> shape =
                    text == null ? Optional.empty() : SpecCodec.decodeLayer(first.name(), first.generation(), text);
            if (shape.isEmpty()) {
                return stored;
            }
            stored = Descriptions.withLayer(stored, shape.get());
        }
    }

    private static Instant instant(String name, String text) {
        try {
            return Instant.ofEpochMilli(Long.parseLong(text));
        } catch (NumberFormatException noNumber) {
            throw new ForeignDataException(
                    name,
                    "the config of the filter '" + name + "' holds no instant in its field expireAt: '" + text + "'",
                    noNumber);
        }
    }
}
