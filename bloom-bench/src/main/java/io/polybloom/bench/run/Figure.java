package io.polybloom.bench.run;

import java.util.Arrays;

/**
 * A measured figure: the median over the rounds, and how far the rounds lie apart.
 *
 * @param median the middle of the rounds
 * @param least the smallest value of a round
 * @param most the largest value of a round
 */
public record Figure(double median, double least, double most) {

    /** The figure of a value per round. */
    public static Figure of(double... values) {
        double median = Median.of(values);
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Figure(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** The figure of the quotients of two series, taken within each round, where both have met the same machine. */
    public static Figure ofRatios(double[] numerators, double[] denominators) {
        if (numerators.length != denominators.length) {
            throw new IllegalArgumentException(
                    numerators.length + " rounds cannot be compared with " + denominators.length);
        }
        double[] ratios = new double[numerators.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = numerators[i] / denominators[i];
        }
        return of(ratios);
    }
}
