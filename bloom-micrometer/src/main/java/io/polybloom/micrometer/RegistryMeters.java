package io.polybloom.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.polybloom.FilterStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The meters of one registry. Thread-safe. */
final class RegistryMeters {

    private final MeterRegistry registry;
    private final Map<String, FilterMeters> filters = new ConcurrentHashMap<>();

    /** The meters of each sampling and of each mirror. */
    private final Map<AutoCloseable, List<Meter>> gauges = new ConcurrentHashMap<>();

    RegistryMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    FilterMeters of(String filter) {
        // Most calls find the meters and take no lock.
        FilterMeters meters = filters.get(filter);
        return meters == null ? filters.computeIfAbsent(filter, name -> new FilterMeters(registry, name)) : meters;
    }

    void register(Sampling sampling) {
        List<Meter> registered = new ArrayList<>();
        registered.add(gauge(sampling, "polybloom.fill", "Share of bits that are set", FilterStats::fillRatio));
        registered.add(
                gauge(sampling, "polybloom.elements", "Estimated distinct elements", FilterStats::estimatedCount));
        registered.add(gauge(
                sampling,
                "polybloom.capacity",
                "Distinct elements that the filter was specified for",
                stats -> stats.description().capacity()));
        registered.add(gauge(
                sampling,
                "polybloom.error.rate",
                "Estimated false-positive rate now",
                FilterStats::currentFalsePositiveRate));
        registered.add(gauge(
                sampling,
                "polybloom.error.rate.limit",
                "False-positive rate that the filter was specified for",
                stats -> stats.description().falsePositiveRate()));
        registered.add(gauge(
                sampling,
                "polybloom.layers",
                "Layers, or slices",
                stats -> stats.layers().size()));
        registered.add(
                gauge(sampling, "polybloom.memory", "bytes", "Size of the partitions", FilterStats::memoryBytes));
        gauges.put(sampling, registered);
    }

    void register(MirrorWatch watch) {
        gauges.put(
                watch,
                List.of(
                        gauge(
                                watch,
                                "polybloom.mirror.age",
                                "seconds",
                                "Time since which the answers may be out of date",
                                MirrorWatch::ageSeconds),
                        gauge(
                                watch,
                                "polybloom.mirror.memory",
                                "bytes",
                                "Size of the bits in this JVM",
                                MirrorWatch::memoryBytes),
                        FunctionCounter.builder("polybloom.mirror.read", watch, MirrorWatch::bytesRead)
                                .tag(FilterMeters.FILTER, watch.filter())
                                .baseUnit("bytes")
                                .description("Bits that refreshes have read")
                                .register(registry)));
    }

    private Gauge gauge(
            MirrorWatch watch, String name, String unit, String description, ToDoubleFunction<MirrorWatch> reading) {
        return Gauge.builder(name, watch, reading)
                .tag(FilterMeters.FILTER, watch.filter())
                .baseUnit(unit)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    /** Removes the meters of a sampling or of a mirror. */
    void remove(AutoCloseable key) {
        List<Meter> registered = gauges.remove(key);
        if (registered != null) {
            registered.forEach(registry::remove);
        }
    }

    private Gauge gauge(Sampling sampling, String name, String description, ToDoubleFunction<FilterStats> reading) {
        return gauge(sampling, name, null, description, reading);
    }

    private Gauge gauge(
            Sampling sampling,
            String name,
            @Nullable String unit,
            String description,
            ToDoubleFunction<FilterStats> reading) {
        return Gauge.builder(name, sampling, sample -> sample.value(reading))
                .tag(FilterMeters.FILTER, sampling.filter())
                .baseUnit(unit)
                .description(description)
                .strongReference(true)
                .register(registry);
    }
}
