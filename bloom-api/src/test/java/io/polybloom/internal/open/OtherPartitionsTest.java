package io.polybloom.internal.open;

import static io.polybloom.TestFilters.TEXT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.OverCapacity;
import io.polybloom.driver.BlockingBloomFilters;
import org.junit.jupiter.api.Test;

/** A filter whose creator had another limit for the size of partitions, as releases had before 2^22 bits. */
class OtherPartitionsTest {

    private static final long OF_OLD = 1L << 27;

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private static FilterSpecBuilder spec() {
        return FilterSpec.named("clicks").capacity(1_000_000);
    }

    @Test
    void isOpenedAsItIs() {
        BloomFilter<CharSequence> old =
                filters.open(spec().maxPartitionBits(OF_OLD).build(), TEXT);
        old.add("a");
        BloomFilter<CharSequence> now = filters.open(spec().build(), TEXT);
        assertTrue(now.mightContain("a"));
        assertEquals(1, now.description().geometry().partitions());
        assertEquals(OF_OLD, now.description().maxPartitionBits());
        now.clear();
        assertEquals(1, now.description().geometry().partitions(), "a clear keeps the shape");
        assertFalse(old.mightContain("a"));
    }

    @Test
    void isOpenedByItsBitsAsItIs() {
        FilterSpecBuilder bits = FilterSpec.named("clicks").bits(10_000_001).hashes(4);
        filters.open(bits.maxPartitionBits(OF_OLD).build(), TEXT).add("a");
        BloomFilter<CharSequence> now = filters.open(
                FilterSpec.named("clicks").bits(10_000_001).hashes(4).build(), TEXT);
        assertTrue(now.mightContain("a"));
        assertEquals(1, now.description().geometry().partitions());
    }

    /** Each layer is twice as large; the third one would take more than the limit of today. */
    @Test
    void growsByLayersAsItsCreatorWantedThem() {
        FilterSpecBuilder growing = FilterSpec.named("clicks").capacity(100).overCapacity(OverCapacity.GROW);
        filters.open(growing.maxPartitionBits(4096).build(), TEXT);
        BloomFilter<CharSequence> now = filters.open(
                FilterSpec.named("clicks")
                        .capacity(100)
                        .overCapacity(OverCapacity.GROW)
                        .build(),
                TEXT);
        for (int i = 0; i < 2000; i++) {
            now.add("word " + i);
        }
        now.description().layers().forEach(layer -> assertTrue(layer.partitionBits() <= 4096, layer.toString()));
        assertTrue(now.description().layers().get(3).partitions() > 1);
    }

    /** One program was updated and creates the filter again while another one, of an older release, holds it open. */
    @Test
    void anotherLifeInOtherPartitionsIsTakenUpAndSaidOnce() {
        FilterSpec old = spec().maxPartitionBits(OF_OLD).build();
        BloomFilter<CharSequence> held = filters.open(old, TEXT);
        held.add("a");
        filters.open(old, TEXT).delete();
        filters.open(spec().build(), TEXT).add("b");
        assertThrows(LostDataException.class, () -> held.mightContain("b"));
        assertTrue(held.mightContain("b"));
        assertEquals(3, held.description().geometry().partitions());
    }
}
