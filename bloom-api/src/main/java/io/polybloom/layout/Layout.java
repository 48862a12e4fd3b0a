package io.polybloom.layout;

import io.polybloom.support.FilterNames;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A bit layout: the sizing, the bits that an element touches, and the theory that goes with them. A released layout is
 * frozen, since filters outlive the programs that wrote them. Implementations are stateless, thread-safe and registered
 * as {@link java.util.ServiceLoader} services.
 */
public interface Layout {

    /** Returns the name under which the layout is stored in a filter's parameters: letters, digits and hyphens. */
    String id();

    /** Returns the capabilities of filters of this layout; all but removal, unless the layout says otherwise. */
    default Set<LayoutCapability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(LayoutCapability.REMOVAL));
    }

    /** Returns the layout as one of another system; empty for a native one. */
    default Optional<ForeignLayout> foreign() {
        return Optional.empty();
    }

    /** Returns the layout as one whose bits the server itself stores; empty if clients read and write them. */
    default Optional<ModuleLayout> module() {
        return Optional.empty();
    }

    /**
     * Checks the name of a filter.
     *
     * @throws IllegalArgumentException if a filter of this layout may not have it
     */
    default void requireName(String name) {
        FilterNames.require(name);
    }

    /**
     * Returns the number of bits at each offset of an element: 1 for bits that are set, more for counters, which are
     * incremented and decremented. Offsets always count bits. A layout of counters gives an element k different
     * offsets, and has {@link LayoutCapability#REMOVAL} in place of {@link LayoutCapability#LASTING_BITS}.
     */
    default int counterBits() {
        return 1;
    }

    /** Returns the only k that the layout has; empty if the caller or the sizing chooses it. */
    default OptionalInt fixedHashes() {
        return OptionalInt.empty();
    }

    /**
     * Returns the length of the aligned block of bytes in which all bits of an element lie, so that it can be read as a
     * whole; empty if they are spread.
     */
    default OptionalInt blockBytes() {
        return OptionalInt.empty();
    }

    /**
     * Chooses M and k for a capacity and a false-positive rate.
     *
     * @param capacity expected distinct elements, at least 1
     * @param falsePositiveRate the rate at capacity, one that the layout allows
     * @throws IllegalArgumentException if no filter of that size can be built, or the layout has no sizing
     */
    BitBudget size(long capacity, double falsePositiveRate, Sizing sizing);

    /**
     * Returns the capacity of a filter that is given by its bits and hashes: the number of distinct elements at which
     * half of the bits are set, at least 1. The default is {@code floor(M ln 2 / k)}, which is right for bits that are
     * spread over the whole filter.
     */
    default long capacity(BitBudget budget) {
        return Math.max(1, (long) StrictMath.floor(budget.totalBits() * StrictMath.log(2) / budget.hashes()));
    }

    /**
     * Rounds the size of a partition, in bits, up to one that this layout allows; rounding the result again does not
     * change it. If a trailer follows the bits, the result is a multiple of 8.
     */
    long roundPartitionBits(long bits);

    /** Returns whether a filter can be sized for that rate at capacity; by default, any rate in (0, 1). */
    default boolean allowsRate(double falsePositiveRate) {
        return falsePositiveRate > 0 && falsePositiveRate < 1;
    }

    /** Returns the largest partition in bits; the default leaves room for a trailer in a Redis string. */
    default long maxPartitionBits() {
        return Geometry.MAX_PARTITION_BITS;
    }

    /** Returns the largest partition in bits if the caller has not limited it; empty for the usual limit. */
    default OptionalLong usualPartitionBits() {
        return OptionalLong.empty();
    }

    /** Returns the largest k. */
    default int maxHashes() {
        return Geometry.MAX_HASHES;
    }

    /** Throws {@link IllegalArgumentException} if the layout does not allow that k. */
    default void requireHashes(int hashes) {
        boolean isFixed = fixedHashes().isPresent();
        int least = fixedHashes().orElse(1);
        int most = fixedHashes().orElse(maxHashes());
        if (hashes < least || hashes > most) {
            throw new IllegalArgumentException(
                    isFixed
                            ? "the layout " + id() + " always has " + most + " hashes, not " + hashes
                            : "hashes must be from 1 to " + most + ", not " + hashes);
        }
    }

    /**
     * Returns this layout with bits that come from the given hash. A layout without the capability
     * {@link LayoutCapability#CHOICE_OF_HASH} has its own hash and returns itself.
     */
    default Layout withHash(ElementHash hash) {
        return this;
    }

    /**
     * Finds the bits of an element.
     *
     * @param element holds the element's bytes from index 0
     * @param length the number of bytes
     * @param geometry a shape that this layout has sized
     * @param offsets receives the k bit offsets within the partition, in order, from index {@code at}; offsets may
     *     repeat
     * @return the number of the element's partition
     */
    int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at);

    /**
     * Returns the expected false-positive rate of a filter with these bits and hashes that holds the given number of
     * distinct elements. The default is {@code (1 - e^(-kn/m))^k} (Bloom 1970), which is right for bits that are spread
     * over the whole filter.
     */
    default double expectedFalsePositiveRate(double elements, double totalBits, int hashes) {
        // A filter that is given by its size stores this rate, and clients on all platforms compare it.
        return StrictMath.pow(-StrictMath.expm1(-hashes * elements / totalBits), hashes);
    }

    /**
     * Returns the expected false-positive rate of a filter whose share of set bits (or of counters above 0) has been
     * measured, in [0, 1]. The default is {@code fill^k}, which is right for bits that are spread over the whole
     * filter.
     */
    default double falsePositiveRateAtFill(double fillRatio, int hashes) {
        return Math.pow(fillRatio, hashes);
    }

    /**
     * Returns the estimated number of distinct elements in a filter whose share of set bits (or of counters above 0)
     * has been measured, in [0, 1). The default is {@code ln(1 - fill) / (k ln(1 - 1/m))} (Swamidass and Baldi 2007),
     * which is right for bits that are spread over the whole filter.
     */
    default double estimateElements(double fillRatio, double totalBits, int hashes) {
        if (fillRatio == 0) {
            return 0;
        }
        return Math.log1p(-fillRatio) / (hashes * Math.log1p(-1 / totalBits));
    }

    /**
     * Returns the expected share of counters that have reached their highest value, at which they stay, in a filter
     * with these bits and hashes that holds the given number of distinct elements; 0 for a layout of bits.
     */
    default double saturatedShare(double elements, double totalBits, int hashes) {
        return 0;
    }
}
