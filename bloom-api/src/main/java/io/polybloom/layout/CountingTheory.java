package io.polybloom.layout;

/**
 * The share of saturated counters in a counting filter. With n elements and M counters, the value of a counter is
 * binomial with k n trials of chance 1/M, which is a Poisson distribution with the mean {@code k n / M} for all
 * practical purposes (Fan, Cao, Almeida, Broder 2000, section V.C, who bound its tail by {@code (e k n / (j M))^j}).
 */
final class CountingTheory {

    /** The value at which a counter of 4 bits saturates. */
    static final int SATURATED = (1 << CountingLayout.COUNTER_BITS) - 1;

    private CountingTheory() {}

    /**
     * Returns the probability that a counter has counted 15 elements or more: {@code P(X >= 15)} for X ~ Poisson(mean).
     *
     * @param mean the mean value of a counter, at least 0
     */
    static double saturatedShare(double mean) {
        if (mean > SATURATED) {
            // The terms grow up to the mean, so the few below 15 are the ones to add up.
            double below = 0;
            double term = StrictMath.exp(-mean);
            for (int value = 0; value < SATURATED; value++) {
                below += term;
                term *= mean / (value + 1);
            }
            return 1 - below;
        }
        double term = StrictMath.exp(-mean);
        for (int value = 0; value < SATURATED; value++) {
            term *= mean / (value + 1);
        }
        double share = 0;
        for (int value = SATURATED; share + term > share; value++) {
            share += term;
            term *= mean / (value + 1);
        }
        return share;
    }
}
