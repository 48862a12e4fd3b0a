package io.polybloom.counter;

/**
 * An estimated number of distinct elements.
 *
 * @param count the estimate, at least 0
 */
public record DistinctEstimate(long count) {

    /**
     * The relative standard error of the estimate, about 0.81 %: {@code 1.04 / sqrt(m)} with the m = 16,384 registers
     * of Redis (Flajolet, Fusy, Gandouet, Meunier 2007, HyperLogLog). About two thirds of all estimates are within one
     * standard error of the true number, and 99.7 % within three. Counts of a few hundred are nearly exact.
     */
    public static final double STANDARD_ERROR = 1.04 / 128;

    /** Checks the range. */
    public DistinctEstimate {
        if (count < 0) {
            throw new IllegalArgumentException("a count must be at least 0, not " + count);
        }
    }

    /** Returns the relative standard error, {@link #STANDARD_ERROR}. */
    public double relativeStandardError() {
        return STANDARD_ERROR;
    }

    /** Returns the standard error in elements: {@link #STANDARD_ERROR} times the estimate. */
    public double standardError() {
        return STANDARD_ERROR * count;
    }

    /** Returns the estimate and its standard error, rounded up, such as {@code 12345 +- 101}. */
    @Override
    public String toString() {
        return count + " +- " + (long) Math.ceil(standardError());
    }
}
