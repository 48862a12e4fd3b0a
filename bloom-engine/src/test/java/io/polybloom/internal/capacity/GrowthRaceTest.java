package io.polybloom.internal.capacity;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that opens the next layer of a filter, beside another one or after one that has died. */
class GrowthRaceTest {

    private static final FilterSpec SPEC = TestFilters.growing(100, 1).build();

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
    private final BloomFilter<CharSequence> other = TestFilters.open(redis, SPEC);

    /** Another client opens the layer between two commands of this one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void usesTheLayerOfTheOneWhoWasFaster(boolean isClaim) {
        redis.once(
                batch -> isClaim ? StoredConfig.claimsLayer(batch) : StoredConfig.publishesLayer(batch),
                () -> other.addAll(words(150)));
        filter.addAll(words(150));
        TestFilters.assertAllPresent(filter, words(150));
        TestFilters.assertAllPresent(other, words(150));
        assertEquals(2, other.description().layers().size());
        assertEquals(2, redis.strings.size(), "the slower one has removed what it had made");
    }

    /** Its opener has died before it sealed it. */
    @Test
    void sealsALayerThatWasLeftOpenBeforeItOpensTheOneAfterTheNext() {
        filter.addAll(words(250));
        assertEquals(2, filter.description().layers().size());
        String first = StoredConfig.partition(filter.description(), 0, 0);
        byte[] bits = redis.strings.get(first);
        assertEquals((byte) 0xc0, bits[bits.length - 1]);
        bits[bits.length - 1] = (byte) 0x80;
        filter.addAll(words(900));
        assertTrue(filter.description().layers().size() > 2);
        assertEquals((byte) 0xc0, bits[bits.length - 1]);
    }
}
