package io.polybloom.layouts;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Geometry;

/** A layout that keeps all bits of a filter in one Redis string, under the filter's name. */
abstract class SingleKeyLayout implements ForeignLayout {

    @Override
    public Geometry geometry(BitBudget budget, int servers) {
        if (servers != 1) {
            throw new IllegalArgumentException(
                    "the layout " + id() + " keeps all bits of a filter under one key: use one server, not " + servers);
        }
        return new Geometry(roundPartitionBits(budget.totalBits()), budget.hashes(), 1);
    }

    @Override
    public Place place(String name, Geometry geometry, int servers, int partition) {
        return new Place(0, 0, name, reachableBits(geometry.partitionBits()));
    }

    /** Returns how many of the given number of bits the offsets can reach. */
    long reachableBits(long bits) {
        return bits;
    }
}
