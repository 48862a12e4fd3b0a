package io.polybloom.cli.output;

import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.FilterWindow;
import io.polybloom.LayerStats;
import java.time.Instant;
import java.util.Locale;

/** Filters as JSON: every number as it is, in bytes, milliseconds and shares of the whole. */
public final class FilterJson {

    private FilterJson() {}

    /** Returns the parameters of a filter. */
    public static Json parameters(FilterDescription filter) {
        return add(new Json(), filter);
    }

    /** Returns the parameters and the measurement of a filter, as `bloom info` prints them. */
    public static Json info(FilterStats stats) {
        Json info = add(Json.of("info"), stats.description())
                .with("sampledBits", stats.sampledBits())
                .with("fillRatio", stats.fillRatio())
                .with("estimatedCount", stats.estimatedCount())
                .with("currentFalsePositiveRate", stats.currentFalsePositiveRate());
        return stats.description().window().isPresent()
                ? info.withObjects(
                        "slices", stats.slices().stream().map(FilterJson::slice).toList())
                : info.withObjects(
                        "layers", stats.layers().stream().map(FilterJson::layer).toList());
    }

    /** Returns the parameters of a filter that is half made, which cannot be measured. */
    public static Json unfinished(FilterDescription filter) {
        return add(Json.of("info"), filter);
    }

    private static Json add(Json json, FilterDescription filter) {
        json.with("name", filter.name()).with("layout", filter.layout());
        filter.hash().ifPresent(hash -> json.with("hash", hash.id()).with("keyed", hash.isKeyed()));
        if (!filter.generation().isEmpty()) {
            json.with("generation", filter.generation()).with("origin", filter.origin());
        }
        json.with("capacity", filter.capacity())
                .with("falsePositiveRate", filter.falsePositiveRate())
                .with("overCapacity", lower(filter.overCapacity()))
                .with("hashes", filter.geometry().hashes())
                .with("partitions", filter.geometry().partitions())
                .with("partitionBits", filter.geometry().partitionBits())
                .with("servers", filter.servers())
                .with("memoryBytes", filter.memoryBytes())
                .with("ready", filter.ready());
        if (!filter.elementFormat().isEmpty()) {
            json.with("elements", filter.elementFormat());
        }
        filter.window().map(FilterJson::window).ifPresent(window -> json.with("window", window));
        filter.expireAt().map(Instant::toString).ifPresent(instant -> json.with("expireAt", instant));
        return json;
    }

    private static Json window(FilterWindow window) {
        return new Json().with("millis", window.span().toMillis()).with("slices", window.slices());
    }

    private static Json layer(LayerStats layer) {
        return new Json()
                .with("capacity", layer.capacity())
                .with("hashes", layer.geometry().hashes())
                .with("partitions", layer.geometry().partitions())
                .with("bits", layer.geometry().totalBits())
                .with("fillRatio", layer.fillRatio())
                .with("estimatedCount", layer.estimatedCount())
                .with("currentFalsePositiveRate", layer.currentFalsePositiveRate())
                .with("sealed", layer.sealed());
    }

    private static Json slice(FilterStats.Slice slice) {
        return layer(slice.measured())
                .with("number", slice.number())
                .with("begin", slice.begin().toString())
                .with("end", slice.end().toString())
                .with("forgottenAt", slice.forgottenAt().toString());
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
