package io.polybloom.internal.nearcache;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.MemoryRedis;
import io.polybloom.NearCache;
import io.polybloom.PartialBulkException;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Reply;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bits that have been seen set in Redis need not be asked for again, and no others are known. The clock stands still.
 */
class NearCacheTest {

    private static final NearCache CACHE = NearCache.ofMemory(1 << 20).timedBy(() -> 42);

    private final MemoryRedis redis = new MemoryRedis();

    @ParameterizedTest
    @ValueSource(strings = {"classic-v1", "blocked-v1", "words-v1"})
    void anElementThatWasAddedIsKnown(String layout) {
        BloomFilter<CharSequence> filter = open(spec().layout(layout), CACHE);
        assertTrue(filter.add("word"));
        assertSilent(() -> {
            assertFalse(filter.add("word"));
            assertTrue(filter.mightContain("word"));
            assertArrayEquals(new boolean[] {false, false}, filter.addAll(List.of("word", "word")));
            assertArrayEquals(new boolean[] {true}, filter.mightContainAll(List.of("word")));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic-v1", "blocked-v1", "words-v1"})
    void anElementThatWasFoundIsKnown(String layout) {
        open(spec().layout(layout)).addAll(words(50));
        BloomFilter<CharSequence> filter = open(spec().layout(layout), CACHE);
        filter.mightContain("word-0");
        filter.mightContainAll(words(50).subList(1, 25));
        filter.addAll(words(50).subList(25, 49));
        filter.add("word-49");
        assertSilent(() -> {
            assertEquals(50, count(filter.mightContainAll(words(50))));
            words(50).forEach(word -> assertFalse(filter.add(word), word));
        });
    }

    @Test
    void anElementThatWasNotFoundIsAskedForAgain() {
        BloomFilter<CharSequence> filter = open(spec(), CACHE);
        assertFalse(filter.mightContain("word"));
        assertTrue(open(spec()).add("word"));
        assertTrue(filter.mightContain("word"));
        assertEquals(0, count(filter.mightContainAll(List.of("other", "another"))));
        open(spec()).addAll(List.of("other", "another"));
        assertEquals(2, count(filter.mightContainAll(List.of("other", "another"))));
    }

    @Test
    void aBulkOperationAsksOnlyForWhatIsNotKnown() {
        BloomFilter<CharSequence> filter = open(spec(), CACHE);
        filter.addAll(words(100));
        redis.batches.clear();
        boolean[] fresh = filter.addAll(words(110));
        assertEquals(10, count(fresh));
        assertEquals(100, count(filter.mightContainAll(words(100))));
        int values = redis.batches.stream()
                .flatMap(batch -> batch.commands().stream())
                .mapToInt(command -> command.arguments().length)
                .sum();
        int perElement = 4 * filter.description().geometry().hashes();
        assertEquals(10 * perElement + redis.batches.size() * 6, values);
    }

    /** Elements with the same bits are the same for the filter, no matter which client has set them. */
    @Test
    void theCacheAnswersWhatRedisWouldAnswer() {
        FilterSpecBuilder crowded =
                FilterSpec.named("clicks").bits(2048).hashes(3).partitions(2);
        BloomFilter<CharSequence> plain = open(crowded);
        BloomFilter<CharSequence> near = open(crowded, CACHE);
        near.addAll(words(400));
        redis.batches.clear();
        int present = 0;
        for (String word : words(4000)) {
            boolean expected = plain.mightContain(word);
            assertEquals(expected, near.mightContain(word), word);
            present += expected ? 1 : 0;
        }
        assertTrue(present > 500, "false positives belong to the test: " + present);
        assertTrue(redis.batches.size() < 8000 - 400, "the cache must answer at least what was added");
    }

    @Test
    void aSmallCacheForgetsAndIsStillRight() {
        FilterSpecBuilder large = FilterSpec.named("clicks").capacity(100_000);
        BloomFilter<CharSequence> filter =
                open(large, NearCache.ofMemory(NearCache.LEAST_BYTES).timedBy(() -> 42));
        filter.addAll(words(20_000));
        redis.batches.clear();
        assertEquals(20_000, count(filter.mightContainAll(words(20_000))));
        assertFalse(redis.batches.isEmpty(), "a cache of 42 lines cannot know 20,000 elements");
        for (int i = 0; i < 100; i++) {
            filter.mightContain("word-7");
        }
        assertSilent(() -> assertTrue(filter.mightContain("word-7")));
    }

    @Test
    void anAnswerThatNeverCameTeachesNothing() {
        BloomFilter<CharSequence> filter = open(spec(), CACHE);
        redis.answerInstead = command -> unanswered();
        assertThrows(BackendException.class, () -> filter.add("word"));
        assertThrows(PartialBulkException.class, () -> filter.addAll(List.of("word", "other")));
        assertThrows(BackendException.class, () -> filter.mightContain("word"));
        redis.answerInstead = command -> null;
        assertFalse(filter.mightContain("word"));
        assertFalse(filter.mightContain("other"));
    }

    @Test
    void aFunnelThatThrowsFailsAsWithoutTheCache() {
        Funnel<CharSequence> throwing = (word, sink) -> {
            if (word.equals("bad")) {
                throw new IllegalStateException("no bytes");
            }
            TestFilters.TEXT.funnel(word, sink);
        };
        BloomFilter<CharSequence> filter = new BlockingBloomFilters(redis)
                .open(spec().build(), throwing, FilterOptions.defaults().nearCache(CACHE));
        filter.add("word");
        assertThrows(IllegalStateException.class, () -> filter.addAll(List.of("word", "bad")));
        assertThrows(IllegalStateException.class, () -> filter.mightContainAll(List.of("word", "bad")));
    }

    @Test
    void aCacheHasLimits() {
        NearCache with = CACHE.checkedEvery(Duration.ofMillis(5));
        assertEquals(Duration.ofMillis(5), with.checkedEvery());
        assertEquals(1 << 20, with.memoryBytes());
        assertThrows(IllegalArgumentException.class, () -> NearCache.ofMemory(4095));
        assertThrows(IllegalArgumentException.class, () -> CACHE.checkedEvery(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> CACHE.checkedEvery(Duration.ofHours(25)));
    }

    private static Reply unanswered() {
        return Reply.Failure.noAnswer(new IllegalStateException("timeout"));
    }

    private void assertSilent(Runnable calls) {
        redis.batches.clear();
        calls.run();
        assertEquals(
                List.of(), redis.batches.stream().map(batch -> batch.commands()).toList());
    }

    private BloomFilter<CharSequence> open(FilterSpecBuilder spec) {
        return TestFilters.open(redis, spec.build());
    }

    private BloomFilter<CharSequence> open(FilterSpecBuilder spec, NearCache cache) {
        return TestFilters.open(redis, spec.build(), FilterOptions.defaults().nearCache(cache));
    }

    private static FilterSpecBuilder spec() {
        return FilterSpec.named("clicks").capacity(1000).partitions(3);
    }

    private static int count(boolean[] flags) {
        int count = 0;
        for (boolean flag : flags) {
            count += flag ? 1 : 0;
        }
        return count;
    }

    @Test
    void isCheckedFromEveryTimeToOnceADay() {
        NearCache cache = NearCache.ofMemory(1 << 16);
        Duration longest = Duration.ofDays(1);
        assertEquals(Duration.ZERO, cache.checkedEvery(Duration.ZERO).checkedEvery());
        assertEquals(longest, cache.checkedEvery(longest).checkedEvery());
        assertThrows(IllegalArgumentException.class, () -> cache.checkedEvery(Duration.ofNanos(-1)));
        assertThrows(IllegalArgumentException.class, () -> cache.checkedEvery(longest.plusNanos(1)));
    }
}
