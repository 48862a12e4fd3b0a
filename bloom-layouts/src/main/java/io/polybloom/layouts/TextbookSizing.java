package io.polybloom.layouts;

/**
 * The sizing formulas that the Java systems share. They use {@link Math} as the originals do, so that both come to the
 * same size within one JVM.
 */
final class TextbookSizing {

    private static final double LN2 = Math.log(2);

    private TextbookSizing() {}

    /**
     * Returns {@code -n ln p / ln2^2}, truncated to an integer; a rate of 0 stands for the smallest double.
     *
     * @throws IllegalArgumentException if the result is 0 or more than {@code most}, where the original refuses or
     *     divides by zero
     */
    static long bits(String system, long capacity, double falsePositiveRate, long most) {
        double rate = falsePositiveRate == 0 ? Double.MIN_VALUE : falsePositiveRate;
        long bits = (long) (-capacity * Math.log(rate) / (LN2 * LN2));
        if (bits >= 1 && bits <= most) {
            return bits;
        }
        String advice = bits < 1
                ? "0 bits: ask for a lower rate or a larger capacity"
                : bits + " bits, more than " + most + ": ask for a higher rate or a smaller capacity";
        throw new IllegalArgumentException(system + " cannot have a filter for a capacity of " + capacity + " and a"
                + " rate of "
                + falsePositiveRate + ": its formula gives " + advice);
    }

    /** Returns {@code max(1, round(m / n ln2))}. */
    static int hashes(long bits, long capacity) {
        return Math.max(1, (int) Math.round((double) bits / capacity * LN2));
    }

    /** Returns {@code max(1, round(-ln p / ln2))}. */
    static int hashes(double falsePositiveRate) {
        return Math.max(1, (int) Math.round(-Math.log(falsePositiveRate) / LN2));
    }
}
