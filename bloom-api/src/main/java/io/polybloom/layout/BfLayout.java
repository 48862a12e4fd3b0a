package io.polybloom.layout;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * The layout {@code bf}: a filter that somebody else has made with {@code BF.RESERVE}, under its own key. The items are
 * the bytes of the elements, as sent by any other program. The server determines the size of the filter. It can be
 * opened, but not created.
 */
final class BfLayout implements ForeignLayout, ModuleLayout {

    private static final ElementHash HASH = ElementHash.murmur3();

    @Override
    public String id() {
        return Layouts.BF;
    }

    /** Returns the capabilities: the server knows the parameters, so they count as stored. */
    @Override
    public Set<LayoutCapability> capabilities() {
        return EnumSet.of(LayoutCapability.LASTING_BITS, LayoutCapability.STORED_PARAMETERS);
    }

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        throw new IllegalArgumentException("a filter of the layout " + id() + " is created by BF.RESERVE and can only"
                + " be opened; to create a filter of the server, use the layout " + Layouts.SERVER);
    }

    @Override
    public Geometry geometry(BitBudget budget, int servers) {
        return new Geometry(budget.totalBits(), budget.hashes(), 1);
    }

    @Override
    public long maxPartitionBits() {
        return Long.MAX_VALUE;
    }

    @Override
    public int maxHashes() {
        return Integer.MAX_VALUE;
    }

    @Override
    public Place place(String name, Geometry geometry, int servers, int partition) {
        return new Place(0, 0, name, geometry.partitionBits());
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        offsets[at + 1] = HASH.hash(element, length, offsets, at);
        return 0;
    }

    @Override
    public byte[] item(byte[] element, int length) {
        return Arrays.copyOf(element, length);
    }
}
