package io.polybloom.spring.actuate;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.FilterStats;
import io.polybloom.spring.filter.LazyBloomFilter;
import io.polybloom.spring.filter.LazyFilterMirror;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The view of a filter for operators. Durations and instants are in ISO 8601.
 *
 * @param name the name of the filter in Redis
 * @param state whether this application uses the filter
 * @param parameters the stored parameters; null if they were not read
 * @param measurements the measurements; null if the filter was not measured
 * @param mirror the mirror; null if the filter has none, or if it is not open
 */
public record FilterView(
        String name,
        State state,
        @Nullable Parameters parameters,
        @Nullable Measurements measurements,
        @Nullable Mirror mirror) {

    /**
     * The mirror of a filter in this application.
     *
     * @param asOf the server's time as of which it knows the filter; null if it knows nothing
     * @param refusal why it does not answer; null if it does
     * @param bytesRead the bits that it has read since it was opened
     */
    public record Mirror(@Nullable String asOf, @Nullable String refusal, long bytesRead) {

        static @Nullable Mirror of(BloomFilter<?> filter) {
            Optional<? extends LazyFilterMirror<?>> mirror =
                    filter instanceof LazyBloomFilter<?> lazy ? lazy.mirror() : Optional.empty();
            return mirror.flatMap(lazy -> lazy.ifOpen().map(open -> of(lazy, open)))
                    .orElse(null);
        }

        private static Mirror of(LazyFilterMirror<?> lazy, FilterMirror<?> open) {
            String refusal = lazy.refusal()
                    .map(refused -> String.valueOf(refused.getMessage()))
                    .orElse(null);
            return new Mirror(asOf(open), refusal, open.bytesRead());
        }

        private static @Nullable String asOf(FilterMirror<?> mirror) {
            try {
                return mirror.asOf().toString();
            } catch (BloomFilterException | IllegalStateException knowsNothing) {
                return null;
            }
        }
    }

    /** Whether an application uses a filter. */
    public enum State {
        /** The filter is open. */
        OPEN,
        /** The filter has not been called yet. */
        NOT_OPENED,
        /** The filter has not been called yet, or not since it has expired, and does not exist in Redis. */
        NOT_CREATED,
        /** The last operation has found that the filter is gone. */
        GONE,
        /** The last operation has found that a part of the filter was lost. */
        LOST
    }

    /** The parameters of a filter. */
    public record Parameters(
            String layout,
            long capacity,
            double falsePositiveRate,
            String overCapacity,
            int layers,
            @Nullable String window,
            @Nullable Integer slices,
            @Nullable String expireAt) {

        static Parameters of(FilterDescription description) {
            return new Parameters(
                    description.layout(),
                    description.capacity(),
                    description.falsePositiveRate(),
                    description.overCapacity().name(),
                    description.layers().size(),
                    description.window().map(window -> window.span().toString()).orElse(null),
                    description.window().map(window -> window.slices()).orElse(null),
                    description.expireAt().map(Instant::toString).orElse(null));
        }
    }

    /** The measurements of a filter, from samples. */
    public record Measurements(
            long estimatedCount, double fillRatio, double currentFalsePositiveRate, long memoryBytes) {

        static Measurements of(FilterStats stats) {
            return new Measurements(
                    stats.estimatedCount(), stats.fillRatio(), stats.currentFalsePositiveRate(), stats.memoryBytes());
        }
    }

    /** Returns the state of a filter as this application knows it. Sends nothing. */
    public static FilterView known(BloomFilter<?> filter) {
        Optional<FilterDescription> open = open(filter).map(BloomFilter::description);
        String name = open.map(FilterDescription::name)
                .orElseGet(() -> ((LazyBloomFilter<?>) filter).spec().name());
        State state = loss(filter).orElse(open.isPresent() ? State.OPEN : State.NOT_OPENED);
        return new FilterView(name, state, open.map(Parameters::of).orElse(null), null, Mirror.of(filter));
    }

    private static Optional<State> loss(BloomFilter<?> filter) {
        return filter instanceof LazyBloomFilter<?> lazy
                ? lazy.loss().map(loss -> loss instanceof FilterGoneException ? State.GONE : State.LOST)
                : Optional.empty();
    }

    /**
     * Returns the view of a filter as stored in Redis. Measures it if it is open; otherwise reads its parameters
     * without opening it.
     *
     * @throws io.polybloom.BloomFilterException if the filter is lost or gone, if it does not exist and the next call
     *     does not create it, if it exists with other parameters than the application's, or if Redis cannot be reached
     */
    public static FilterView measured(BloomFilter<?> filter) {
        Optional<FilterStats> open =
                filter instanceof LazyBloomFilter<?> own ? own.statsIfOpen() : Optional.of(filter.stats());
        if (open.isPresent()) {
            FilterDescription description = open.get().description();
            return new FilterView(
                    description.name(),
                    State.OPEN,
                    Parameters.of(description),
                    Measurements.of(open.get()),
                    Mirror.of(filter));
        }
        LazyBloomFilter<?> lazy = (LazyBloomFilter<?>) filter;
        Optional<FilterDescription> stored = lazy.stored();
        return new FilterView(
                lazy.spec().name(),
                stored.isPresent() ? State.NOT_OPENED : State.NOT_CREATED,
                stored.map(Parameters::of).orElse(null),
                null,
                Mirror.of(filter));
    }

    /** Returns whether a mirror of the filter is open and refuses to answer. */
    public boolean hasRefusingMirror() {
        return mirror != null && mirror.refusal() != null;
    }

    /** Returns the details of the filter's state, by name. */
    public Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("name", name);
        details.put("state", state.name());
        if (parameters != null) {
            details.put("capacity", parameters.capacity());
        }
        if (measurements != null) {
            details.put("estimatedCount", measurements.estimatedCount());
            details.put("currentFalsePositiveRate", measurements.currentFalsePositiveRate());
        }
        if (mirror != null) {
            details.put("mirror", mirror.refusal() == null ? "as of " + mirror.asOf() : "refuses: " + mirror.refusal());
        }
        return details;
    }

    private static Optional<? extends BloomFilter<?>> open(BloomFilter<?> filter) {
        return filter instanceof LazyBloomFilter<?> lazy ? lazy.ifOpen() : Optional.of(filter);
    }
}
