package io.polybloom.bench.run;

import java.util.Arrays;

/** The middle of some values: it does not follow single rounds that the machine has disturbed. */
public final class Median {

    private Median() {}

    /** The middle value, or the mean of the two middle ones. */
    public static double of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing has no median");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
