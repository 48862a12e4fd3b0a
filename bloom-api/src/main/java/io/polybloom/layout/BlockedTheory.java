package io.polybloom.layout;

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
}
