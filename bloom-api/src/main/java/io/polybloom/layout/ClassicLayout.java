package io.polybloom.layout;

/**
 * The native layout {@code classic-v1}: k independent offsets over the whole partition, {@code pick(z(i), m)}. Frozen.
 */
final class ClassicLayout implements HashedLayout {

    private static final double LN2 = StrictMath.log(2);
    private static final double BALANCED_EXTRA = 1.10;
    private static final double FAST_EXTRA = 2;

    private final ElementHash elementHash;

    ClassicLayout(ElementHash elementHash) {
        this.elementHash = elementHash;
    }

    @Override
    public String id() {
        return Layouts.CLASSIC;
    }

    @Override
    public Layout withHash(ElementHash other) {
        return new ClassicLayout(other);
    }

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        return sized(capacity, falsePositiveRate, sizing);
    }

    @Override
    public long roundPartitionBits(long bits) {
        return Math.addExact(bits, 7) / 8 * 8;
    }

    @Override
    public ElementHash elementHash() {
        return elementHash;
    }

    @Override
    public void locate(long h1, long h2, Geometry geometry, long[] offsets, int at) {
        int hashes = geometry.hashes();
        long partitionBits = geometry.partitionBits();
        for (int i = 0; i < hashes; i++) {
            offsets[at + i] = ElementHash.pick(ElementHash.value(h1, h2, i), partitionBits);
        }
    }

    /**
     * Sizes a filter whose bits are spread (Bloom 1970; Broder and Mitzenmacher 2004, section 2.1). {@link StrictMath}
     * makes the result the same on every platform.
     */
    static BitBudget sized(long capacity, double falsePositiveRate, Sizing sizing) {
        double textbookBits = StrictMath.ceil(-capacity * StrictMath.log(falsePositiveRate) / (LN2 * LN2));
        return switch (sizing) {
            case COMPACT -> compact(capacity, falsePositiveRate, textbookBits);
            case BALANCED -> fewestHashes(capacity, falsePositiveRate, textbookBits * BALANCED_EXTRA);
            case FAST -> fewestHashes(capacity, falsePositiveRate, textbookBits * FAST_EXTRA);
        };
    }

    private static BitBudget compact(long capacity, double falsePositiveRate, double textbookBits) {
        long optimum = Math.max(1, Math.round(textbookBits / capacity * LN2));
        if (optimum <= Geometry.MAX_HASHES) {
            return budget(textbookBits, (int) optimum);
        }
        // Below 2^-64 the textbook's M would miss the rate with the hashes allowed; the M that they need keeps it.
        return budget(bitsNeeded(capacity, falsePositiveRate, Geometry.MAX_HASHES), Geometry.MAX_HASHES);
    }

    private static BitBudget fewestHashes(long capacity, double falsePositiveRate, double mostBits) {
        int leastHashes = 1;
        for (int hashes = 1; hashes <= Geometry.MAX_HASHES; hashes++) {
            double needed = bitsNeeded(capacity, falsePositiveRate, hashes);
            if (needed <= mostBits) {
                return budget(needed, hashes);
            }
            if (needed < bitsNeeded(capacity, falsePositiveRate, leastHashes)) {
                leastHashes = hashes;
            }
        }
        // Rates above one half or below 2^-64: no k comes close enough to the textbook's M, so the k with the least M
        // is taken.
        return budget(bitsNeeded(capacity, falsePositiveRate, leastHashes), leastHashes);
    }

    /** Returns the M at which k hashes reach the rate: {@code ceil(-k n / ln(1 - p^(1/k)))}. */
    static double bitsNeeded(long capacity, double falsePositiveRate, int hashes) {
        double fill = StrictMath.pow(falsePositiveRate, 1.0 / hashes);
        return StrictMath.ceil(-(double) hashes * capacity / StrictMath.log1p(-fill));
    }

    private static BitBudget budget(double bits, int hashes) {
        if (bits >= Long.MAX_VALUE / 2) {
            throw new IllegalArgumentException("no filter can be that large: it would need " + bits
                    + " bits; ask for a smaller capacity or a higher false-positive rate");
        }
        // Just below 1, p^(1/k) is 1, for which no bit would be needed.
        return new BitBudget(Math.max(1, (long) bits), hashes);
    }
}
