package io.polybloom.bench.suite;

import io.polybloom.bench.run.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * How long each single call has taken, by task, in the rounds that count. Rounds are compared by their median call: one
 * that was held up for milliseconds by the machine outweighs a hundred others in a sum. Not thread-safe.
 */
final class Latencies {

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1000;

    private final Map<String, Histogram> current = new LinkedHashMap<>();
    private final Map<String, Histogram> total = new LinkedHashMap<>();
    private final Map<String, List<Double>> medians = new LinkedHashMap<>();
    private final Map<String, List<Double>> highest = new LinkedHashMap<>();

    /** Where the calls of a task in the current round are recorded, in nanoseconds, by any number of threads. */
    Histogram current(String task) {
        return current.computeIfAbsent(task, name -> new ConcurrentHistogram(SIGNIFICANT_DIGITS));
    }

    /** Ends a round; one that does not count is forgotten. */
    void endRound(boolean counts) {
        if (counts) {
            current.forEach((task, calls) -> {
                total.computeIfAbsent(task, name -> new Histogram(SIGNIFICANT_DIGITS))
                        .add(calls);
                medians.computeIfAbsent(task, name -> new ArrayList<>()).add((double) calls.getValueAtPercentile(50));
                highest.computeIfAbsent(task, name -> new ArrayList<>()).add((double) calls.getValueAtPercentile(99));
            });
        }
        current.clear();
    }

    /** The tasks that have been recorded, sorted. */
    Set<String> tasks() {
        return new TreeSet<>(total.keySet());
    }

    /** Returns the given percentile of the calls of all rounds, in microseconds. */
    double micros(String task, double percentile) {
        return total.get(task).getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }

    /** How many times as long the median call of a task takes as that of another one. */
    Figure ratio(String task, String other) {
        return Figure.ofRatios(series(medians, task), series(medians, other));
    }

    /** How many times as long the 99th percentile of a task takes as that of another one. */
    Figure ratioOfHighest(String task, String other) {
        return Figure.ofRatios(series(highest, task), series(highest, other));
    }

    private static double[] series(Map<String, List<Double>> values, String task) {
        return values.get(task).stream().mapToDouble(Double::doubleValue).toArray();
    }
}
