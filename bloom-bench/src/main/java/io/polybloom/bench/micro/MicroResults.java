package io.polybloom.bench.micro;

import io.polybloom.bench.run.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Time and garbage per call of the JMH benchmarks, over all rounds. */
public final class MicroResults {

    private final Map<String, List<Double>> nanos = new LinkedHashMap<>();
    private final Map<String, List<Double>> garbage = new LinkedHashMap<>();

    void add(String benchmark, double nanosPerCall, double bytesPerCall) {
        nanos.computeIfAbsent(benchmark, name -> new ArrayList<>()).add(nanosPerCall);
        garbage.computeIfAbsent(benchmark, name -> new ArrayList<>()).add(bytesPerCall);
    }

    /** Nanoseconds per call. */
    public Figure nanos(String benchmark) {
        return Figure.of(series(nanos, benchmark));
    }

    /** Bytes allocated per call. */
    public Figure garbageBytes(String benchmark) {
        return Figure.of(series(garbage, benchmark));
    }

    /** The other one's time, as a multiple of this one's. */
    public Figure speedUp(String benchmark, String other) {
        return Figure.ofRatios(series(nanos, other), series(nanos, benchmark));
    }

    private static double[] series(Map<String, List<Double>> values, String benchmark) {
        return values.get(benchmark).stream().mapToDouble(Double::doubleValue).toArray();
    }
}
