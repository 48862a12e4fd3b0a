package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LayeringTest {

    private static FilterSpecBuilder growing() {
        return FilterSpec.named("x").overCapacity(OverCapacity.GROW);
    }

    private static Geometry next(FilterSpecBuilder builder) {
        FilterDescription filter = Descriptions.planned(builder.build(), 1, "0123456789abcdef", ElementHash.murmur3());
        return new Generation(filter).shapeOfNext();
    }

    /** The rate of layer 1 is p/4, since layer 0 has p/2. */
    private static BitBudget budget(long capacity, double filterRate, Sizing sizing) {
        return Layouts.get(Layouts.CLASSIC).size(2 * capacity, filterRate / 4, sizing);
    }

    @ParameterizedTest
    @EnumSource(Sizing.class)
    void sizesTheNextLayerAsTheFirstOne(Sizing sizing) {
        Geometry next = next(growing().capacity(1000).falsePositiveRate(0.02).sizing(sizing));
        BitBudget expected = budget(1000, 0.02, sizing);
        assertEquals(expected.hashes(), next.hashes());
        assertEquals((expected.totalBits() + 7) / 8 * 8, next.totalBits());
    }

    /** Here both sizings give a first layer the same number of hashes, so the shape of that layer tells nothing. */
    @Test
    void doesNotGuessTheSizingByTheHashesOfTheFirstLayer() {
        FilterSpecBuilder half = growing().capacity(1000).falsePositiveRate(0.9);
        assertEquals(
                half.sizing(Sizing.COMPACT).build().budget().hashes(),
                half.sizing(Sizing.BALANCED).build().budget().hashes());
        assertNotEquals(next(half.sizing(Sizing.COMPACT)), next(half.sizing(Sizing.BALANCED)));
    }

    @ParameterizedTest
    @EnumSource(Sizing.class)
    void takesTheNamedSizingAfterALayerThatWasGivenItsBits(Sizing sizing) {
        FilterSpec spec = growing().bits(10_000).hashes(5).sizing(sizing).build();
        Geometry next = next(growing().bits(10_000).hashes(5).sizing(sizing));
        assertEquals(budget(spec.capacity(), spec.falsePositiveRate(), sizing).hashes(), next.hashes());
    }

    @Test
    void dividesTheNextLayerByTheStoredLimit() {
        Geometry next = next(growing().capacity(1000).maxPartitionBits(1024));
        BitBudget expected = budget(1000, 0.01, Sizing.BALANCED);
        assertEquals((expected.totalBits() + 1023) / 1024, next.partitions());
    }

    @Test
    void needsOnePartitionForExactlyTheLimit() {
        long limit = budget(1000, 0.01, Sizing.BALANCED).totalBits();
        assertEquals(1, next(growing().capacity(1000).maxPartitionBits(limit)).partitions());
        assertEquals(
                2, next(growing().capacity(1000).maxPartitionBits(limit - 1)).partitions());
    }

    @Test
    void hasNeverFewerPartitionsThanTheFirstLayer() {
        assertEquals(7, next(growing().capacity(1000).partitions(7)).partitions());
    }
}
