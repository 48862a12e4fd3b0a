package io.polybloom.simulation.day;

/**
 * Exact bounds of a binomial distribution, by adding up its probabilities.
 *
 * @param trials the number of trials
 * @param rate the probability of a success, in (0, 1)
 */
record Binomial(long trials, double rate) {

    /** Returns the least number of successes that is exceeded with a probability of at most {@code chance}. */
    long most(double chance) {
        double odds = rate / (1 - rate);
        long mode = Math.min(trials, (long) ((trials + 1) * rate));
        // Relative to the probability of the mode, in either direction, until nothing is added any more.
        double above = 0;
        double term = 1;
        for (long i = mode; i < trials && term > above * 1e-18; i++) {
            term *= odds * (trials - i) / (i + 1);
            above += term;
        }
        double below = 1;
        term = 1;
        for (long i = mode; i > 0 && term > below * 1e-18; i--) {
            term *= i / (odds * (trials - i + 1));
            below += term;
        }
        double limit = chance * (above + below);
        long most = mode;
        term = 1;
        while (most < trials && above > limit) {
            term *= odds * (trials - most) / (most + 1);
            above -= term;
            most++;
        }
        return most;
    }

    /** Returns the greatest number of successes below which the number is with a probability of at most a chance. */
    long least(double chance) {
        return trials - new Binomial(trials, 1 - rate).most(chance);
    }
}
