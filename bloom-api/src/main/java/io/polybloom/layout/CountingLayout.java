package io.polybloom.layout;

import java.util.EnumSet;
import java.util.Set;

/**
 * The native layout {@code counting-v1}: k counters of 4 bits over the whole partition, each of which an element
 * touches once (Fan, Cao, Almeida, Broder 2000, Summary Cache: A Scalable Wide-Area Web Cache Sharing Protocol, section
 * V.C). An element can be removed by decrementing its counters. Frozen.
 */
final class CountingLayout implements Layout {

    private static final int COUNTER_BITS = 4;

    /** The value at which a counter saturates. */
    private static final int SATURATED = (1 << COUNTER_BITS) - 1;

    /** One counter for each hash of the largest k, so that each element finds k different ones. */
    private static final long LEAST_PARTITION_BITS = COUNTER_BITS * Geometry.MAX_HASHES;

    private final ElementHash elementHash;

    CountingLayout(ElementHash elementHash) {
        this.elementHash = elementHash;
    }

    @Override
    public String id() {
        return Layouts.COUNTING;
    }

    @Override
    public Set<LayoutCapability> capabilities() {
        // Without OVER_CAPACITY: a removal makes room again, but nothing would take the mark of a full filter away.
        return EnumSet.of(
                LayoutCapability.LOST_DATA_DETECTION,
                LayoutCapability.PARTITIONS,
                LayoutCapability.READABLE_BITS,
                LayoutCapability.INDEPENDENT_SERVERS,
                LayoutCapability.CHOICE_OF_HASH,
                LayoutCapability.STORED_PARAMETERS,
                LayoutCapability.REMOVAL);
    }

    @Override
    public int counterBits() {
        return COUNTER_BITS;
    }

    @Override
    public Layout withHash(ElementHash other) {
        return new CountingLayout(other);
    }

    /** Returns the size with a counter for each bit of {@code classic-v1}. */
    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        BitBudget counters = ClassicLayout.sized(capacity, falsePositiveRate, sizing);
        try {
            return new BitBudget(Math.multiplyExact(COUNTER_BITS, counters.totalBits()), counters.hashes());
        } catch (ArithmeticException overflow) {
            throw new IllegalArgumentException("no filter can be that large: it would need " + counters.totalBits()
                    + " counters; ask for a smaller capacity or a higher false-positive rate");
        }
    }

    @Override
    public long capacity(BitBudget budget) {
        double counters = counters(budget.totalBits());
        return Math.max(1, (long) StrictMath.floor(counters * StrictMath.log(2) / budget.hashes()));
    }

    @Override
    public long roundPartitionBits(long bits) {
        return Math.max(LEAST_PARTITION_BITS, Math.addExact(bits, 7) / 8 * 8);
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        long h2 = elementHash.hash(element, length, offsets, at);
        long h1 = offsets[at];
        long counters = geometry.partitionBits() / COUNTER_BITS;
        for (int i = 0; i < geometry.hashes(); i++) {
            long counter = ElementHash.pick(ElementHash.value(h1, h2, i), counters);
            while (contains(offsets, at, at + i, COUNTER_BITS * counter)) {
                counter = (counter + 1) % counters;
            }
            offsets[at + i] = COUNTER_BITS * counter;
        }
        return ElementHash.partition(h1, h2, geometry.partitions());
    }

    private static boolean contains(long[] offsets, int from, int to, long offset) {
        for (int i = from; i < to; i++) {
            if (offsets[i] == offset) {
                return true;
            }
        }
        return false;
    }

    @Override
    public double expectedFalsePositiveRate(double elements, double totalBits, int hashes) {
        return Layout.super.expectedFalsePositiveRate(elements, counters(totalBits), hashes);
    }

    @Override
    public double estimateElements(double fillRatio, double totalBits, int hashes) {
        return Layout.super.estimateElements(fillRatio, counters(totalBits), hashes);
    }

    @Override
    public double saturatedShare(double elements, double totalBits, int hashes) {
        return saturatedShare(hashes * elements / counters(totalBits));
    }

    private static double counters(double totalBits) {
        return totalBits / COUNTER_BITS;
    }

    /**
     * Returns the probability that a counter has counted 15 elements or more: {@code P(X >= 15)} for X ~ Poisson(mean).
     * With n elements and M counters, the value of a counter is binomial with k n trials of chance 1/M, which is a
     * Poisson distribution with the mean {@code k n / M} for all practical purposes (Fan, Cao, Almeida, Broder 2000,
     * section V.C, who bound its tail by {@code (e k n / (j M))^j}).
     *
     * @param mean the mean value of a counter, at least 0
     */
    private static double saturatedShare(double mean) {
        if (mean > SATURATED) {
            // The terms grow up to the mean, so the few below 15 are the ones to add up.
            double below = 0;
            double term = StrictMath.exp(-mean);
            for (int value = 0; value < SATURATED; value++) {
                below += term;
                term *= mean / (value + 1);
            }
            return 1 - below;
        }
        double term = StrictMath.exp(-mean);
        for (int value = 0; value < SATURATED; value++) {
            term *= mean / (value + 1);
        }
        double share = 0;
        for (int value = SATURATED; share + term > share; value++) {
            share += term;
            term *= mean / (value + 1);
        }
        return share;
    }
}
