package io.polybloom.internal.load;

import static io.polybloom.TestFilters.assertAllPresent;
import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.MemoryRedis;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.TestFilters;
import io.polybloom.spi.Verb;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loads of filters that refuse or grow. Elements are numbered, so every run gives the same counts. */
class LoadCapacityTest {

    private final MemoryRedis redis = new MemoryRedis();

    private BloomFilter<CharSequence> open(OverCapacity policy) {
        return TestFilters.open(
                redis, FilterSpec.named("clicks").capacity(10_000).partitions(2).overCapacity(policy));
    }

    @Test
    void aFilterThatDegradesTakesEverything() {
        BloomFilter<CharSequence> filter = open(OverCapacity.DEGRADE);
        assertEquals(30_000, filter.load(words(30_000), taken -> {}));
        assertAllPresent(filter, words(30_000));
        assertEquals(0, redis.count(Verb.BITCOUNT), "nobody wants to know how full it is");
    }

    @Test
    void aFilterThatRejectsTakesItsCapacityAndNoMore() {
        BloomFilter<CharSequence> filter = open(OverCapacity.REJECT);
        long[] taken = {0};
        assertThrows(OverCapacityException.class, () -> filter.load(words(30_000), reached -> taken[0] = reached));
        LayerStats layer = filter.stats().layers().get(0);
        assertTrue(layer.sealed());
        assertEquals(10_000, layer.estimatedCount(), 100);
        assertTrue(taken[0] < 20_000, "read: " + taken[0]);
        assertAllPresent(filter, words(9_500));
        assertTrue(redis.count(Verb.BITOP) >= 6, "merged most of them");
        long known = filter.load(words(9_500), reached -> {});
        assertEquals(9_500, known, "a full filter still takes what it knows");
        assertThrows(OverCapacityException.class, () -> filter.load(List.of("one", "two", "three"), reached -> {}));
        assertEquals(10_000, filter.stats().estimatedCount(), 100);
    }

    @Test
    void aFilterThatRejectsCanBeLoadedWithTheSameElementsAgain() {
        BloomFilter<CharSequence> filter = open(OverCapacity.REJECT);
        for (int i = 0; i < 3; i++) {
            assertEquals(9_800, filter.load(words(9_800), reached -> {}));
        }
        assertEquals(9_800, filter.stats().estimatedCount(), 100);
    }

    @Test
    void addsGoOnAfterALoad() {
        BloomFilter<CharSequence> filter = open(OverCapacity.REJECT);
        filter.load(words(9_000), reached -> {});
        int accepted = 0;
        for (String word : words(20_000).subList(9_000, 20_000)) {
            try {
                accepted += filter.add(word) ? 1 : 0;
            } catch (OverCapacityException full) {
                break;
            }
        }
        assertEquals(1000, accepted, 120);
    }

    @Test
    void aFilterThatGrowsIsLoadedLayerByLayer() {
        BloomFilter<CharSequence> filter = open(OverCapacity.GROW);
        BloomFilter<CharSequence> stale = open(OverCapacity.GROW);
        assertEquals(100_000, filter.load(words(100_000), reached -> {}));
        FilterStats stats = filter.stats();
        assertEquals(4, stats.layers().size());
        assertEquals(100_000, stats.estimatedCount(), 2000);
        assertTrue(redis.count(Verb.BITOP) > 20, "merges: " + redis.count(Verb.BITOP));
        for (LayerStats layer : stats.layers().subList(0, 3)) {
            assertTrue(layer.sealed());
            assertEquals(1, (double) layer.estimatedCount() / layer.capacity(), 0.1);
        }
        assertFalse(stats.layers().get(3).sealed());
        assertAllPresent(stale, words(100_000));
        assertFalse(stale.add("word-77777"));
    }

    /**
     * The client that opened the layer may have died before it sealed the previous one; a stale client would not look
     * further.
     */
    @Test
    void aLayerThatIsLoadedIsFoundByClientsThatDoNotKnowIt() {
        BloomFilter<CharSequence> filter = open(OverCapacity.GROW);
        BloomFilter<CharSequence> stale = open(OverCapacity.GROW);
        filter.load(words(12_000), reached -> {});
        assertEquals(2, filter.description().layers().size());
        String seal = ".0";
        redis.strings.forEach((key, bytes) -> {
            if (key.endsWith(seal)) {
                bytes[bytes.length - 1] &= (byte) ~0x40;
            }
        });
        List<String> more = words(14_000).subList(12_000, 14_000);
        BloomFilter<CharSequence> other = open(OverCapacity.GROW);
        other.load(more, reached -> {});
        assertAllPresent(stale, more);
    }
}
