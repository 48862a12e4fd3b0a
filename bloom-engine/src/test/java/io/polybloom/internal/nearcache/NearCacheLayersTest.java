package io.polybloom.internal.nearcache;

import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The near cache beside filters that refuse or grow, and under many threads. */
class NearCacheLayersTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void aFullFilterThatRejectsStillKnowsItsElements() {
        BloomFilter<CharSequence> filter = open(OverCapacity.REJECT);
        int accepted = 0;
        try {
            for (String word : words(5000)) {
                filter.add(word);
                accepted++;
            }
        } catch (OverCapacityException full) {
            redis.batches.clear();
        }
        for (String word : words(accepted)) {
            assertFalse(filter.add(word));
            assertTrue(filter.mightContain(word));
        }
        filter.addAll(words(accepted));
        assertEquals(0, redis.batches.size());
        assertThrows(OverCapacityException.class, () -> filter.add("new-1"));
    }

    @Test
    void elementsOfEveryLayerAreKnown() {
        BloomFilter<CharSequence> filter = open(OverCapacity.GROW);
        words(5000).forEach(filter::add);
        assertEquals(3, filter.description().layers().size());
        redis.batches.clear();
        for (String word : words(5000)) {
            assertFalse(filter.add(word), word);
            assertTrue(filter.mightContain(word), word);
        }
        assertAllPresent(filter, words(5000));
        assertEquals(0, redis.batches.size());
    }

    @Test
    void aClientThatHasNotSeenTheNewLayersIsStillRight() {
        BloomFilter<CharSequence> near = open(OverCapacity.GROW);
        near.addAll(words(900));
        BloomFilter<CharSequence> other = TestFilters.open(redis, spec(OverCapacity.GROW));
        other.addAll(words(8000));
        for (String word : words(8000)) {
            assertTrue(near.mightContain(word), word);
        }
        assertEquals(other.description().layers(), near.description().layers());
        redis.batches.clear();
        words(8000).forEach(word -> assertFalse(near.add(word), word));
        assertEquals(0, redis.batches.size());
    }

    private void fillByAnother(int count) {
        TestFilters.open(redis, spec(OverCapacity.GROW)).addAll(words(count));
    }

    @Test
    void growingClearsNothingThatWasKnown() {
        BloomFilter<CharSequence> near = open(OverCapacity.GROW);
        near.addAll(words(900));
        fillByAnother(3000);
        near.add("makes the client see the new layers");
        assertTrue(near.description().layers().size() > 1);
        redis.batches.clear();
        words(900).forEach(word -> assertTrue(near.mightContain(word), word));
        assertEquals(0, redis.batches.size());
    }

    /**
     * A small cache whose lines replace each other, and partitions that continue to be confirmed: an added element is
     * present for every client.
     */
    @Test
    void threadsNeverGetAWrongAnswer() {
        BlockingBloomFilters locked = new BlockingBloomFilters(batch -> {
            synchronized (redis) {
                return redis.send(batch);
            }
        });
        FilterSpec spec =
                FilterSpec.named("clicks").capacity(100_000).partitions(4).build();
        FilterOptions options =
                FilterOptions.defaults().nearCache(NearCache.ofMemory(1 << 16).timedBy(() -> clock.incrementAndGet()));
        BloomFilter<CharSequence> filter = locked.open(spec, TestFilters.TEXT, options);
        List<String> wrong = IntStream.range(0, 4)
                .parallel()
                .boxed()
                .flatMap(thread -> IntStream.range(0, 3000).mapToObj(i -> "thread-" + thread + "-" + i))
                .filter(word -> !(filter.add(word) || filter.mightContain(word))
                        || filter.add(word)
                        || !filter.mightContain(word))
                .toList();
        assertEquals(List.of(), wrong);
        filter.clear();
        assertEquals(
                0,
                IntStream.range(0, 3000)
                        .filter(i -> filter.mightContain("thread-0-" + i))
                        .count());
    }

    private BloomFilter<CharSequence> open(OverCapacity policy) {
        NearCache cache = NearCache.ofMemory(1 << 20).timedBy(clock::get);
        return TestFilters.open(redis, spec(policy), FilterOptions.defaults().nearCache(cache));
    }

    private static io.polybloom.FilterSpecBuilder spec(OverCapacity policy) {
        return TestFilters.clicks().partitions(2).overCapacity(policy);
    }
}
