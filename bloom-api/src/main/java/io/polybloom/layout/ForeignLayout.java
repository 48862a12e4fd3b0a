package io.polybloom.layout;

import io.polybloom.support.FilterNames;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The layout of another system, with that system's own keys. Its partitions have no trailer and its filters have no
 * generation: a lost key cannot be distinguished from one that has never been written.
 */
public interface ForeignLayout extends Layout {

    @Override
    default Optional<ForeignLayout> foreign() {
        return Optional.of(this);
    }

    /** Checks that the name is not empty: other systems allow any key. */
    @Override
    default void requireName(String name) {
        FilterNames.requireNotEmpty(name);
    }

    /**
     * Returns the shape of a filter.
     *
     * @param budget M and k, as given by the caller or by {@link #size}
     * @param servers the number of independent servers, at least 1
     * @throws IllegalArgumentException if the other system could not have such a filter
     */
    Geometry geometry(BitBudget budget, int servers);

    /**
     * Returns the place of a partition.
     *
     * @param name the filter's name in the other system
     * @param partition the number that {@link #locate} has returned
     */
    Place place(String name, Geometry geometry, int servers, int partition);

    /**
     * Returns how the other system stores the parameters of a filter; empty if it stores none and the caller must know
     * them.
     */
    default Optional<ForeignRecord> storedParameters() {
        return Optional.empty();
    }

    /**
     * Returns the number of bits that the given number of hashes needs to keep the rate at capacity: {@code ceil(-k n /
     * ln(1 - p^(1/k)))}, the inverse of {@link #expectedFalsePositiveRate}.
     *
     * @param falsePositiveRate in (0, 1)
     */
    default double bitsNeeded(long capacity, double falsePositiveRate, int hashes) {
        return ClassicLayout.bitsNeeded(capacity, falsePositiveRate, hashes);
    }

    /**
     * Returns {@link LayoutCapability#LASTING_BITS} and {@link LayoutCapability#READABLE_BITS}, and
     * {@link LayoutCapability#STORED_PARAMETERS} if the system stores them.
     */
    @Override
    default Set<LayoutCapability> capabilities() {
        Set<LayoutCapability> capabilities = EnumSet.of(LayoutCapability.LASTING_BITS, LayoutCapability.READABLE_BITS);
        if (storedParameters().isPresent()) {
            capabilities.add(LayoutCapability.STORED_PARAMETERS);
        }
        return capabilities;
    }

    /** Returns the size unchanged: partitions of another system may have any length. */
    @Override
    default long roundPartitionBits(long bits) {
        return bits;
    }

    /** Returns the length of the longest Redis string, in bits: no room is needed for a trailer. */
    @Override
    default long maxPartitionBits() {
        return 1L << 32;
    }

    /**
     * The place of a partition.
     *
     * @param server the index of the independent server
     * @param number the partition's number in the other system
     * @param key the Redis key
     * @param bits one more than the highest offset that an element can have within the key
     */
    record Place(int server, int number, String key, long bits) {}
}
