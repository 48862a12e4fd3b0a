package io.polybloom.cli.operator;

import io.polybloom.FilterStats;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A filter at one moment.
 *
 * @param nanos the moment by the clock of the process
 * @param addsPerSecond the growth of the estimate since the moment before, 0 if there is none; negative after a clear
 */
record Observation(FilterStats stats, long nanos, Instant time, double addsPerSecond) {

    private static final String ROW = "%-20s  %15s  %11s  %9s  %10s";

    /** The heading above the lines. */
    static final String HEADER = String.format(Locale.ROOT, ROW, "TIME", "ELEMENTS", "ADDS/S", "FILL", "FP RATE");

    /** Compares a measurement with the one before. */
    static Observation of(FilterStats stats, long nanos, Instant time, @Nullable Observation before) {
        if (before == null) {
            return new Observation(stats, nanos, time, 0);
        }
        double seconds = Math.max(1, nanos - before.nanos) / 1e9;
        long added = stats.estimatedCount() - before.stats.estimatedCount();
        return new Observation(stats, nanos, time, added / seconds);
    }

    /** Returns the line for people. */
    String line() {
        return String.format(
                Locale.ROOT,
                ROW,
                time.truncatedTo(ChronoUnit.SECONDS),
                Figures.count(stats.estimatedCount()),
                Figures.count(Math.round(addsPerSecond)),
                Figures.percent(stats.fillRatio()),
                Figures.rate(stats.currentFalsePositiveRate()));
    }

    /** Returns the line for programs. */
    Json json() {
        return Json.of("watch")
                .with("name", stats.description().name())
                .with("time", time.truncatedTo(ChronoUnit.MILLIS).toString())
                .with("estimatedCount", stats.estimatedCount())
                .with("addsPerSecond", addsPerSecond)
                .with("fillRatio", stats.fillRatio())
                .with("currentFalsePositiveRate", stats.currentFalsePositiveRate());
    }
}
