package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterSpec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The empty element is an element like any other. Elements are numbered, so a run always gives the same counts. */
class EmptyElementTest {

    private static final byte[] EMPTY = {};
    private static final int FILTERS = 200;
    private static final int ELEMENTS = 1000;

    /** At this rate one of 5,000 such series would have a filter that takes the empty element for one that it holds. */
    @ParameterizedTest
    @ValueSource(strings = {Layouts.CLASSIC, Layouts.BLOCKED})
    void isAbsentFromFullFilters(String id) {
        Layout layout = Layouts.get(id);
        FilterSpec spec = FilterSpec.named("x")
                .layout(id)
                .capacity(ELEMENTS)
                .falsePositiveRate(1e-6)
                .build();
        Geometry geometry = spec.geometry(1);
        int present = 0;
        for (int filter = 0; filter < FILTERS; filter++) {
            BitSet bits = filled(layout, geometry, filter);
            present +=
                    Arrays.stream(locate(layout, geometry, EMPTY)).allMatch(offset -> bits.get((int) offset)) ? 1 : 0;
        }
        assertEquals(0, present);
    }

    @ParameterizedTest
    @ValueSource(strings = {Layouts.CLASSIC, Layouts.BLOCKED})
    void hasDistinctBits(String id) {
        Layout layout = Layouts.get(id);
        Geometry geometry = new Geometry(1 << 20, 8, 1);
        assertEquals(
                8, Arrays.stream(locate(layout, geometry, EMPTY)).distinct().count());
    }

    private static BitSet filled(Layout layout, Geometry geometry, int filter) {
        BitSet bits = new BitSet((int) geometry.partitionBits());
        ByteBuffer element = ByteBuffer.allocate(2 * Integer.BYTES).putInt(0, filter);
        for (int number = 0; number < ELEMENTS; number++) {
            for (long offset : locate(
                    layout, geometry, element.putInt(Integer.BYTES, number).array())) {
                bits.set((int) offset);
            }
        }
        return bits;
    }

    private static long[] locate(Layout layout, Geometry geometry, byte[] element) {
        long[] offsets = new long[geometry.hashes()];
        layout.locate(element, element.length, geometry, offsets, 0);
        return offsets;
    }
}
