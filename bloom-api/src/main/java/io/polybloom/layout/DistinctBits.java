package io.polybloom.layout;

/**
 * The number X_b of distinct bits of a block that are set after b throws, by its moments {@code E[(X_b / 512)^k]}: the
 * probability that k further throws all hit bits that are set already. They are computed from the distribution of X,
 * throw by throw; the mean of X alone would understate rates of 1e-9 by 13 %.
 */
final class DistinctBits {

    /** The number of throws after which a block counts as full; on average it then has less than 1e-11 empty bits. */
    static final int FULL_AFTER = 1 << 14;

    private static final int BITS = BlockedLayout.BLOCK_BITS;

    /**
     * States with a smaller probability are dropped from the low end; they would add less than this share to any
     * moment.
     */
    private static final double NEGLIGIBLE = 1e-25;

    private DistinctBits() {}

    /** Returns the moment {@code E[(X_b / 512)^hashes]} for b = elements * hashes throws. */
    static double moment(int hashes, long elements) {
        return elements * hashes > FULL_AFTER ? 1 : Table.MOMENTS[hashes][(int) elements];
    }

    /** Computed when it is first needed, in a few hundredths of a second. */
    private static final class Table {

        static final double[][] MOMENTS = moments();

        private static double[][] moments() {
            double[][] powers = powers();
            double[][] moments = new double[Geometry.MAX_HASHES + 1][];
            for (int hashes = 1; hashes <= Geometry.MAX_HASHES; hashes++) {
                moments[hashes] = new double[FULL_AFTER / hashes + 1];
            }
            double[] chances = new double[BITS + 1];
            chances[0] = 1;
            int least = 0;
            for (int thrown = 1; thrown <= FULL_AFTER; thrown++) {
                int most = Math.min(thrown, BITS);
                throwOnce(chances, least, most);
                while (chances[least] < NEGLIGIBLE) {
                    chances[least++] = 0;
                }
                for (int hashes = 1; hashes <= Geometry.MAX_HASHES; hashes++) {
                    if (thrown % hashes == 0) {
                        moments[hashes][thrown / hashes] = sum(chances, powers[hashes], least, most);
                    }
                }
            }
            return moments;
        }

        private static double[][] powers() {
            double[][] powers = new double[Geometry.MAX_HASHES + 1][BITS + 1];
            for (int distinct = 0; distinct <= BITS; distinct++) {
                powers[0][distinct] = 1;
                for (int hashes = 1; hashes <= Geometry.MAX_HASHES; hashes++) {
                    powers[hashes][distinct] = powers[hashes - 1][distinct] * distinct / BITS;
                }
            }
            return powers;
        }

        /** A throw hits a bit that is set already, with chance x / 512, or sets one more. */
        private static void throwOnce(double[] chances, int least, int most) {
            for (int distinct = most; distinct > least; distinct--) {
                chances[distinct] =
                        (chances[distinct] * distinct + chances[distinct - 1] * (BITS - distinct + 1)) / BITS;
            }
            chances[least] = chances[least] * least / BITS;
        }

        private static double sum(double[] chances, double[] powers, int least, int most) {
            double sum = 0;
            for (int distinct = least; distinct <= most; distinct++) {
                sum += chances[distinct] * powers[distinct];
            }
            return sum;
        }
    }
}
