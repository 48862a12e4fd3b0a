package io.polybloom.layouts;

/**
 * The hash functions of the PHP class, each with its seed: {@code h = (((h seed) & 0x7fffffff) + byte) & 0x7fffffff},
 * where PHP's arithmetic sends each product through a double.
 */
final class BkdrHash {

    /** The number of seeds: 31, 131, 1313, 13131 and so on. */
    static final int SEEDS = 24;

    /** All values lie below this limit. */
    static final long LIMIT = 1L << 31;

    private static final long MASK = LIMIT - 1;

    /** The number of seeds that fit into 64-bit integers; PHP computes the others in doubles. */
    private static final int INTEGER_SEEDS = 18;

    private static final long[] AS_INTEGER = new long[INTEGER_SEEDS];
    private static final double[] AS_DOUBLE = new double[SEEDS];

    static {
        AS_INTEGER[0] = 31;
        AS_INTEGER[1] = 131;
        for (int n = 2; n < INTEGER_SEEDS; n++) {
            AS_INTEGER[n] = AS_INTEGER[n - 1] * 10 + digit(n);
        }
        for (int n = 0; n < SEEDS; n++) {
            AS_DOUBLE[n] = n < INTEGER_SEEDS ? AS_INTEGER[n] : AS_DOUBLE[n - 1] * 10 + digit(n);
        }
    }

    private BkdrHash() {}

    /**
     * Hashes an element.
     *
     * @param n the seed's number, from 0
     * @return a number in [0, 2^31)
     */
    static long hash(byte[] element, int length, int n) {
        long hash = 0;
        for (int i = 0; i < length; i++) {
            hash = (toInteger(product(hash, n)) & MASK) + (element[i] & 0xff) & MASK;
        }
        return hash;
    }

    /**
     * Multiplies as PHP does: a product that fits into 64 bits is rounded once; for any other, both factors are rounded
     * first.
     */
    private static double product(long hash, int n) {
        if (n < INTEGER_SEEDS) {
            long product = hash * AS_INTEGER[n];
            if (product >= 0 && Math.multiplyHigh(hash, AS_INTEGER[n]) == 0) {
                return product;
            }
        }
        return hash * AS_DOUBLE[n];
    }

    /** Returns the low 64 bits of a whole number. No product reaches 2^116, from where on these bits would all be 0. */
    private static long toInteger(double product) {
        if (product < 0x1p63) {
            return (long) product;
        }
        long significand = Double.doubleToRawLongBits(product) & 0x000f_ffff_ffff_ffffL | 0x0010_0000_0000_0000L;
        return significand << Math.getExponent(product) - 52;
    }

    private static int digit(int n) {
        return n % 2 == 0 ? 3 : 1;
    }
}
