package io.polybloom.simulation.defect;

import java.util.Set;

/**
 * The defects of the engine of today. The simulator must find each of them: a number is removed when the defect is
 * mended, and from then on the same world must keep the promises that it broke; it must show no violation at all when
 * the set is empty.
 */
final class KnownDefects {

    static final Set<Integer> NUMBERS = Set.of();

    private KnownDefects() {}
}
