package io.polybloom.bench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The timings of all rounds, by contestant and task. */
public final class Results {

    private final Map<String, Map<String, List<Timing>>> timings = new LinkedHashMap<>();

    void add(String contestant, String task, Timing timing) {
        timings.computeIfAbsent(contestant, name -> new LinkedHashMap<>())
                .computeIfAbsent(task, name -> new ArrayList<>())
                .add(timing);
    }

    /** Nanoseconds per element. */
    public Figure nanos(String contestant, String task) {
        return Figure.of(series(contestant, task, Timing::nanosPerElement));
    }

    /** Elements per second. */
    public Figure speed(String contestant, String task) {
        return Figure.of(series(contestant, task, Timing::elementsPerSecond));
    }

    /** Microseconds of this process's processor time per element. */
    public Figure clientMicros(String contestant, String task) {
        return Figure.of(series(contestant, task, Timing::clientMicrosPerElement));
    }

    /** Microseconds of the server's processor time per element. */
    public Figure serverMicros(String contestant, String task) {
        return Figure.of(series(contestant, task, Timing::serverMicrosPerElement));
    }

    /** Bytes that a server has received per element. */
    public Figure bytesIn(String contestant, String task) {
        return Figure.of(series(contestant, task, Timing::bytesInPerElement));
    }

    /** Bytes that a server has sent per element. */
    public Figure bytesOut(String contestant, String task) {
        return Figure.of(series(contestant, task, Timing::bytesOutPerElement));
    }

    /** The server's processor time of this contestant for a task, as a multiple of the other's. */
    public Figure serverRatio(String contestant, String task, String otherContestant, String otherTask) {
        return Figure.ofRatios(
                series(contestant, task, Timing::serverMicrosPerElement),
                series(otherContestant, otherTask, Timing::serverMicrosPerElement));
    }

    /** The other contestant's time for a task, as a multiple of this one's. */
    public Figure speedUp(String contestant, String task, String otherContestant, String otherTask) {
        return Figure.ofRatios(
                series(otherContestant, otherTask, Timing::nanosPerElement),
                series(contestant, task, Timing::nanosPerElement));
    }

    /** The time of the fastest of these contestants in each round, as a multiple of this one's. */
    public Figure speedUpOfBest(String contestant, List<String> others, String task) {
        double[] best = series(others.get(0), task, Timing::nanosPerElement);
        for (String other : others) {
            double[] nanos = series(other, task, Timing::nanosPerElement);
            for (int round = 0; round < best.length; round++) {
                best[round] = Math.min(best[round], nanos[round]);
            }
        }
        return Figure.ofRatios(best, series(contestant, task, Timing::nanosPerElement));
    }

    /** The bytes of this contestant for a task, in both directions, as a multiple of the other's. */
    public Figure bytesRatio(String contestant, String other, String task) {
        return Figure.ofRatios(series(contestant, task, Results::bytes), series(other, task, Results::bytes));
    }

    private static double bytes(Timing timing) {
        return timing.bytesInPerElement() + timing.bytesOutPerElement();
    }

    /**
     * The cost of a task for the most expensive of these contestants, as a multiple of the cheapest, by the medians of
     * their ratios to the first one.
     */
    public Figure spread(List<String> contestants, String task) {
        double[] medians = new double[contestants.size()];
        for (int i = 0; i < medians.length; i++) {
            medians[i] =
                    speedUp(contestants.get(0), task, contestants.get(i), task).median();
        }
        double[] rounds = new double[timings(contestants.get(0), task).size()];
        for (int round = 0; round < rounds.length; round++) {
            rounds[round] = spreadWithin(round, contestants, task);
        }
        Figure ofRounds = Figure.of(rounds);
        Figure ofMedians = Figure.of(medians);
        return new Figure(ofMedians.most() / ofMedians.least(), ofRounds.least(), ofRounds.most());
    }

    private double spreadWithin(int round, List<String> contestants, String task) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (String contestant : contestants) {
            double nanos = timings(contestant, task).get(round).nanosPerElement();
            least = Math.min(least, nanos);
            most = Math.max(most, nanos);
        }
        return most / least;
    }

    private double[] series(String contestant, String task, ToDoubleFunction<Timing> value) {
        return timings(contestant, task).stream().mapToDouble(value).toArray();
    }

    private List<Timing> timings(String contestant, String task) {
        List<Timing> found = timings.getOrDefault(contestant, Map.of()).get(task);
        if (found == null) {
            throw new IllegalArgumentException("'" + contestant + "' has no task '" + task + "'");
        }
        return found;
    }
}
