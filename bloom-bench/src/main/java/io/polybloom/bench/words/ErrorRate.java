package io.polybloom.bench.words;

import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * Judges a number of false positives: it must lie within five standard deviations of the binomial distribution around
 * the expectation of the filter's theory.
 *
 * @param who the filter, for the complaint
 * @param tolerance how far the filter's real rate may lie from its theory, as a share of it
 */
public record ErrorRate(String who, double tolerance) {

    private static final double STANDARD_DEVIATIONS = 5;

    /** How many points of the filling the mean rate is taken from. */
    private static final int POINTS = 200;

    /** Checks answers about absent elements. */
    public void check(long falsePositives, long asked, double expectedRate) {
        double deviation =
                STANDARD_DEVIATIONS * Math.sqrt(asked * expectedRate * (1 - expectedRate)) + STANDARD_DEVIATIONS;
        double least = asked * expectedRate * (1 - tolerance) - deviation;
        double most = asked * expectedRate * (1 + tolerance) + deviation;
        if (falsePositives < least || falsePositives > most) {
            throw new WrongAnswerException(String.format(
                    Locale.ROOT,
                    "%s called %d of %d absent elements present; expected are %.0f to %.0f",
                    who,
                    falsePositives,
                    asked,
                    Math.max(0, least),
                    most));
        }
    }

    /**
     * Checks the answers of adding distinct elements to an empty filter: those that were called seen are false
     * positives.
     *
     * @param rateAt the expected rate of a filter that holds the given number of elements
     */
    public void checkFilling(long calledSeen, long added, DoubleUnaryOperator rateAt) {
        double sum = 0;
        for (int i = 0; i < POINTS; i++) {
            sum += rateAt.applyAsDouble(added * (i + 0.5) / POINTS);
        }
        check(calledSeen, added, sum / POINTS);
    }

    /** Checks answers about elements that were added: none may be missed. */
    public void checkPresent(long calledPresent, long asked) {
        if (calledPresent != asked) {
            throw new WrongAnswerException(
                    who + " found " + calledPresent + " of " + asked + " elements that had been added");
        }
    }
}
