package io.polybloom.cli.stream;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.OverCapacity;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.output.Figures;

/**
 * Watches how full a filter becomes while lines are added: warns when it passes its capacity, and estimates how many
 * new lines it has taken for others. It measures the filter at the beginning, and again after the call that has added a
 * sixteenth of the filter's elements, or of its capacity if that is more. Confined to one thread.
 */
public final class CapacityGuard {

    /** The exit code of a run that ends because its filter has passed its capacity. */
    public static final int OVER_CAPACITY = 3;

    private static final int MEASUREMENTS_PER_CAPACITY = 16;
    private static final int LEAST_INTERVAL = 16;

    /** Lines that are not new use up nothing, so a quarter of an interval may always be added. */
    private static final int LEAST_PART = 4;

    /**
     * Far from the capacity, a call may go beyond the next measurement by as much again: a call that ended there would
     * be small, and would cost more per line. So at most an eighth of the capacity, or of the elements if these are
     * more, is added between two measurements.
     */
    private static final int INTERVALS_PER_CALL = 2;

    private static final int MOST_LINES = 1 << 20;

    private final BloomFilter<byte[]> filter;
    private final Console console;
    private final boolean isStrict;
    private boolean isBlind;
    private boolean hasWarned;
    private long newLines;
    private long due = LEAST_INTERVAL;

    /** The new lines that fit into the filter as it was measured, or as many as may be added before the next time. */
    private long room = LEAST_INTERVAL;

    private double dropped;

    /**
     * The number of new lines that are mistaken for others, per line that is reported as new, when the filter was last
     * measured.
     */
    private double perNewLine;

    /**
     * Creates the guard of an open filter.
     *
     * @param isStrict whether a filter that has passed its capacity is an error instead of a warning
     */
    public CapacityGuard(BloomFilter<byte[]> filter, Console console, boolean isStrict) {
        this.filter = filter;
        this.console = console;
        this.isStrict = isStrict;
    }

    /** Measures the filter now. */
    public void check() {
        try {
            take(filter.stats());
        } catch (BackendException unmeasured) {
            if (isStrict) {
                throw unmeasured;
            }
            isBlind = true;
            due = Long.MAX_VALUE;
            room = Long.MAX_VALUE;
            console.complain("warning: the filter cannot be measured, so no warning follows if it is over capacity: "
                    + unmeasured.getMessage());
        }
    }

    /** Measures the filter after the last line, unless nothing is new since. */
    void end() {
        if (newLines > 0 && !isBlind) {
            try {
                take(filter.stats());
            } catch (BackendException maybeIdle) {
                // The input may have ended with a pause, and the connection with it: the second attempt counts.
                check();
            }
        }
    }

    /** Returns how many lines may be added before the filter is measured again. */
    int mostLines() {
        return (int) Math.min(MOST_LINES, Math.max(due / LEAST_PART, room - newLines));
    }

    /**
     * Records lines that were new, and measures the filter if it is time.
     *
     * @throws CommandFailure if the filter has passed its capacity and the watch is strict
     */
    void added(long lines) {
        newLines += lines;
        if (newLines >= due && !isBlind) {
            check();
        }
    }

    /**
     * Returns the estimated number of new lines that the filter has taken for others: of n lines that are reported as
     * new, at an error rate f, n f / (1 - f) more were not.
     */
    double dropped() {
        return dropped + newLines * perNewLine;
    }

    private void take(FilterStats stats) {
        double rate = stats.currentFalsePositiveRate();
        double now = rate / Math.max(Double.MIN_NORMAL, 1 - rate);
        dropped += newLines * (perNewLine + now) / 2;
        perNewLine = now;
        newLines = 0;
        long capacity = stats.description().capacity();
        long count = stats.estimatedCount();
        long interval = Math.max(LEAST_INTERVAL, Math.max(capacity, count) / MEASUREMENTS_PER_CAPACITY);
        long left = count <= capacity ? Math.max(LEAST_INTERVAL, capacity - count) : Long.MAX_VALUE;
        due = Math.min(interval, left);
        room = Math.min(INTERVALS_PER_CALL * interval, left);
        if (!hasWarned && isPast(stats)) {
            hasWarned = true;
            report(stats);
        }
    }

    /** A filter that grows keeps its rate, and one that rejects takes no more. */
    private static boolean isPast(FilterStats stats) {
        if (stats.description().overCapacity() != OverCapacity.DEGRADE) {
            return false;
        }
        return stats.description().window().isEmpty()
                ? stats.isOverCapacity()
                : stats.layers().stream().anyMatch(CapacityGuard::isPast);
    }

    private static boolean isPast(LayerStats slice) {
        return slice.estimatedCount() > slice.capacity();
    }

    private void report(FilterStats stats) {
        String what = "the filter '" + stats.description().name() + "' is over capacity: it was made for "
                + Figures.quantity(stats.description().capacity(), "element")
                + stats.description()
                        .window()
                        .map(window -> " in " + Figures.duration(window.span()))
                        .orElse("")
                + " and holds about " + Figures.count(stats.estimatedCount());
        if (isStrict) {
            throw new CommandFailure(what + " (--strict)", null, OVER_CAPACITY);
        }
        console.complain("warning: " + what + ", so it takes more and more new lines for duplicates; use a larger"
                + " --capacity, or --over-capacity grow");
    }
}
