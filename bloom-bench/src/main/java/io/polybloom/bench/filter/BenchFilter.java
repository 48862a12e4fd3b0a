package io.polybloom.bench.filter;

import java.util.List;

/** A filter under comparison. */
public interface BenchFilter {

    /** The name in the results. */
    String name();

    /** Creates the empty filter for the given number of distinct elements at a false-positive rate. */
    void create(long capacity, double falsePositiveRate);

    /**
     * Adds elements in one call; returns how many of them were reported as new, where the filter
     * {@linkplain #tellsWhatIsNew tells} it.
     */
    long add(List<String> elements);

    /** Whether {@link #add} tells which elements are new; not every peer does. */
    default boolean tellsWhatIsNew() {
        return true;
    }

    /** Asks for elements in one call; returns how many of them were reported as present. */
    long contains(List<String> elements);

    /** Adds one element and waits; returns whether it was reported as new. */
    default boolean addOne(String element) {
        return add(List.of(element)) == 1;
    }

    /** Asks for one element and waits. */
    default boolean containsOne(String element) {
        return contains(List.of(element)) == 1;
    }

    /** Removes the filter. */
    void delete();

    /** Returns the false-positive rate that theory expects for the given number of distinct elements. */
    double expectedRate(double elements);

    /** How far its real rate may lie from that theory, as a share of it. */
    double tolerance();
}
