package io.polybloom.testing;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;

/**
 * A layout as another system may have one: the bits of {@code classic-v1}, one bare key {@code NAME.I} on each server.
 */
public class PlainLayout implements ForeignLayout {

    private static Layout classic() {
        return Layouts.get(Layouts.CLASSIC);
    }

    @Override
    public String id() {
        return "plain";
    }

    @Override
    public Geometry geometry(BitBudget budget, int servers) {
        return new Geometry(budget.totalBits(), budget.hashes(), servers);
    }

    @Override
    public Place place(String name, Geometry geometry, int servers, int partition) {
        return new Place(partition, partition, name + "." + partition, geometry.partitionBits());
    }

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        return classic().size(capacity, falsePositiveRate, sizing);
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        return classic().locate(element, length, geometry, offsets, at);
    }
}
