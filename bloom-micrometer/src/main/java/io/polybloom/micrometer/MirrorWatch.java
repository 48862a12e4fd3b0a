package io.polybloom.micrometer;

import io.polybloom.BloomFilterException;
import io.polybloom.MirrorView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The meters of the mirror of one filter. Thread-safe. */
public final class MirrorWatch implements AutoCloseable {

    private static final double NANOS_OF_A_SECOND = 1e9;

    private final String filter;
    private final Supplier<? extends Optional<? extends MirrorView<?>>> mirror;
    private final BloomMetrics metrics;

    MirrorWatch(String filter, Supplier<? extends Optional<? extends MirrorView<?>>> mirror, BloomMetrics metrics) {
        this.filter = filter;
        this.mirror = mirror;
        this.metrics = metrics;
    }

    String filter() {
        return filter;
    }

    /** Returns the seconds since {@link MirrorView#asOf}, by the clock of this machine. */
    double ageSeconds() {
        return value(view -> Duration.between(view.asOf(), Instant.now()).toNanos() / NANOS_OF_A_SECOND);
    }

    double memoryBytes() {
        return value(view -> view.description().memoryBytes());
    }

    double bytesRead() {
        return value(MirrorView::bytesRead);
    }

    /** Returns a value of the mirror; {@code NaN} if there is none, or if its look-ups are refused. */
    private double value(ToDoubleFunction<MirrorView<?>> reading) {
        try {
            return mirror.get().map(reading::applyAsDouble).orElse(Double.NaN);
        } catch (BloomFilterException | IllegalStateException refused) {
            return Double.NaN;
        }
    }

    /** Removes the meters. The mirror is left alone. */
    @Override
    public void close() {
        metrics.end(this);
    }
}
