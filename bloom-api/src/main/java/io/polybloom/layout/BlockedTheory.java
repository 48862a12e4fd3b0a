package io.polybloom.layout;

import java.util.Arrays;

/**
 * The theory of blocked filters (Putze, Sanders, Singler 2007, Cache-, Hash- and Space-Efficient Bloom Filters, section
 * 3), here for blocks of B bits. The <em>load</em> is the mean number of elements per block, {@code B n / M}; the
 * number of elements in a block has a Poisson distribution with this mean. Thread-safe.
 */
final class BlockedTheory {

    private static final double PRECISION = 1e-18;

    private final int blockBits;
    private final DistinctBits distinct;

    /** Far beyond the load at which every block is full, for any number of hashes. */
    private final double fullLoad;

    BlockedTheory(int blockBits) {
        this.blockBits = blockBits;
        this.distinct = new DistinctBits(blockBits);
        this.fullLoad = 2.0 * distinct.fullAfter();
    }

    int blockBits() {
        return blockBits;
    }

    /** Returns the false-positive rate: {@code sum over j of Poisson(j; load) * E[(X_jk / B)^k]}. */
    double falsePositiveRate(double load, int hashes) {
        if (load <= 0) {
            return 0;
        }
        if (load >= fullLoad) {
            return 1;
        }
        // Weights relative to the likeliest j need no factorials; dividing by their total makes them probabilities.
        int likeliest = (int) load;
        double total = 0;
        double sum = 0;
        double weight = 1;
        for (int j = likeliest; weight > sum * PRECISION * (1 - load / (j + 1)); j++) {
            total += weight;
            sum += weight * distinct.moment(hashes, j);
            weight *= load / (j + 1);
        }
        weight = 1;
        for (int j = likeliest; j > 0 && weight > PRECISION; j--) {
            weight *= j / load;
            total += weight;
            sum += weight * distinct.moment(hashes, j - 1);
        }
        return sum / total;
    }

    /**
     * Returns the load at which the given share of all bits is set. An element sets a given bit of its block with the
     * chance {@code h = 1 - (1 - 1/B)^k}, so the share is {@code 1 - sum over j of Poisson(j; load) * (1 - h)^j = 1 -
     * e^(-load h)}.
     */
    double loadAtFill(double fillRatio, int hashes) {
        double hit = -StrictMath.expm1(hashes * StrictMath.log1p(-1.0 / blockBits));
        return -StrictMath.log1p(-fillRatio) / hit;
    }

    /**
     * The number X_b of distinct bits of a block of B bits that are set after b throws, by its moments {@code E[(X_b /
     * B)^k]}: the probability that k further throws all hit bits that are set already. They are computed from the
     * distribution of X, throw by throw; in a block of 512 bits the mean of X alone would understate rates of 1e-9 by
     * 13 %. Thread-safe.
     */
    static final class DistinctBits {

        /**
         * States with a smaller probability are dropped from the low end; they would add less than this share to any
         * moment.
         */
        private static final double NEGLIGIBLE = 1e-25;

        private static final int FIRST_THROWS = 512;

        private final int bits;

        /** The probability of each X after the throws so far; empty before the first one. */
        private double[] chances = {};

        private int least;
        private double[][] powers = {};

        /** What is known of each k: the moments after 0, k, 2k and so on throws. Replaced as a whole. */
        private volatile double[][] moments = new double[Geometry.MAX_HASHES + 1][0];

        DistinctBits(int bits) {
            this.bits = bits;
        }

        /**
         * Returns the number of throws after which a block counts as full: on average it has less than 1e-11 empty
         * bits.
         */
        int fullAfter() {
            return 32 * bits;
        }

        /** Returns the moment {@code E[(X_b / B)^hashes]} for b = elements * hashes throws. */
        double moment(int hashes, long elements) {
            if (elements * hashes > fullAfter()) {
                return 1;
            }
            double[] known = moments[hashes];
            while (elements >= known.length) {
                throwOn(Math.min(fullAfter(), Math.max(FIRST_THROWS, 2 * hashes * (int) elements)));
                known = moments[hashes];
            }
            return known[(int) elements];
        }

        /** Continues to throw up to a number of throws in all: most callers need only the first part. */
        private synchronized void throwOn(int throwsInAll) {
            double[][] known = moments;
            int before = known[1].length - 1;
            if (throwsInAll <= before) {
                return;
            }
            if (chances.length == 0) {
                chances = new double[bits + 1];
                chances[0] = 1;
                powers = powers();
                before = 0;
            }
            double[][] more = new double[known.length][];
            for (int hashes = 1; hashes <= Geometry.MAX_HASHES; hashes++) {
                more[hashes] = Arrays.copyOf(known[hashes], throwsInAll / hashes + 1);
            }
            for (int thrown = before + 1; thrown <= throwsInAll; thrown++) {
                int most = Math.min(thrown, bits);
                throwOnce(chances, least, most);
                while (chances[least] < NEGLIGIBLE) {
                    chances[least++] = 0;
                }
                for (int hashes = 1; hashes <= Geometry.MAX_HASHES; hashes++) {
                    if (thrown % hashes == 0) {
                        more[hashes][thrown / hashes] = sum(chances, powers[hashes], least, most);
                    }
                }
            }
            moments = more;
        }

        private double[][] powers() {
            double[][] powers = new double[Geometry.MAX_HASHES + 1][bits + 1];
            for (int set = 0; set <= bits; set++) {
                powers[0][set] = 1;
                for (int hashes = 1; hashes <= Geometry.MAX_HASHES; hashes++) {
                    powers[hashes][set] = powers[hashes - 1][set] * set / bits;
                }
            }
            return powers;
        }

        /** A throw hits a bit that is set already, with chance x / B, or sets one more. */
        private void throwOnce(double[] chances, int least, int most) {
            for (int set = most; set > least; set--) {
                chances[set] = (chances[set] * set + chances[set - 1] * (bits - set + 1)) / bits;
            }
            chances[least] = chances[least] * least / bits;
        }

        private static double sum(double[] chances, double[] powers, int least, int most) {
            double sum = 0;
            for (int set = least; set <= most; set++) {
                sum += chances[set] * powers[set];
            }
            return sum;
        }
    }
}
