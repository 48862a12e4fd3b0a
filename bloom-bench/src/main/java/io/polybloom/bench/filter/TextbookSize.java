package io.polybloom.bench.filter;

/**
 * The size that textbooks, articles and the peers give a filter: {@code m = -n ln p / ln2^2}, {@code k = m/n ln 2}.
 *
 * @param bits m, at least 1
 * @param hashes k, at least 1
 */
record TextbookSize(long bits, int hashes) {

    /** The peers hash doubly, which theory takes for independent; it is not quite. */
    static final double TOLERANCE_OF_PEERS = 0.25;

    static TextbookSize of(long capacity, double falsePositiveRate) {
        double bits = Math.ceil(-capacity * Math.log(falsePositiveRate) / (Math.log(2) * Math.log(2)));
        return new TextbookSize((long) bits, Math.max(1, (int) Math.round(bits / capacity * Math.log(2))));
    }

    /** Bloom 1970: {@code (1 - e^(-kn/m))^k}. */
    double expectedRate(double elements) {
        return Math.pow(-Math.expm1(-hashes * elements / bits), hashes);
    }
}
