package io.polybloom.bench.report;

import java.util.Arrays;

/**
 * A measured figure: the median over the turns, and how far the turns lie apart.
 *
 * @param median the middle of the turns
 * @param least the smallest value of a turn
 * @param most the largest value of a turn
 */
public record Figure(double median, double least, double most) {

    /** The figure of a value per turn. */
    public static Figure of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing has no median");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Figure(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** The figure of the quotients of two series, taken within each turn, where both have met the same machine. */
    public static Figure ofRatios(double[] numerators, double[] denominators) {
        if (numerators.length != denominators.length) {
            throw new IllegalArgumentException(
                    numerators.length + " turns cannot be compared with " + denominators.length);
        }
        double[] ratios = new double[numerators.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = numerators[i] / denominators[i];
        }
        return of(ratios);
    }
}
