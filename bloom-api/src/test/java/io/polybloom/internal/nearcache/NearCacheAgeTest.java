package io.polybloom.internal.nearcache;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.NearCache;
import io.polybloom.TestFilters;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long an answer of the near cache may be out of date, by a clock that the tests set. */
class NearCacheAgeTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final MemoryRedis redis = new MemoryRedis();
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10);
    private final NearCache cache = NearCache.ofMemory(1 << 20).timedBy(clock::get);
    private final BloomFilter<CharSequence> near = open(FilterOptions.defaults().nearCache(cache));
    private final BloomFilter<CharSequence> other = open(FilterOptions.defaults());

    @Test
    void anOldAnswerIsConfirmedByOneReadOfItsBits() {
        near.add("word");
        clock.addAndGet(SECOND - 1);
        redis.batches.clear();
        assertTrue(near.mightContain("word"));
        assertEquals(0, redis.batches.size());
        clock.addAndGet(1);
        assertFalse(near.add("word"));
        Command read = onlyCommand();
        assertEquals(Verb.BITFIELD, read.verb());
        assertEquals(3 * (2 + hashes()), read.arguments().length);
        clock.addAndGet(SECOND - 1);
        redis.batches.clear();
        assertTrue(near.mightContain("word"));
        assertEquals(0, redis.batches.size());
    }

    /**
     * A failover can lose the last writes of a key that lives on: if Redis has lost an element, this client must not
     * continue to report it as present.
     */
    @Test
    void forgetsAllWhenRedisHasLostABit() {
        near.add("word");
        near.add("third");
        redis.strings.replaceAll((key, bits) -> {
            byte[] onlyTheTrailer = new byte[bits.length];
            onlyTheTrailer[bits.length - 1] = bits[bits.length - 1];
            return onlyTheTrailer;
        });
        clock.addAndGet(SECOND);
        assertTrue(near.add("word"));
        assertFalse(near.mightContain("third"));
    }

    /** A reply says that the partition was alive at some time after it was asked, so the time before counts. */
    @Test
    void theAgeCountsFromTheQuestion() {
        redis.before = batch -> clock.addAndGet(SECOND / 2);
        near.add("word");
        clock.addAndGet(SECOND / 2);
        redis.batches.clear();
        near.mightContain("word");
        assertEquals(1, redis.batches.size());
        near.addAll(words(1));
        clock.addAndGet(SECOND / 2);
        redis.batches.clear();
        near.mightContainAll(words(1));
        assertEquals(1, redis.batches.size());
    }

    @Test
    void eachPartitionIsConfirmedForItself() {
        near.addAll(words(200));
        clock.addAndGet(SECOND);
        near.mightContain("word-0");
        redis.batches.clear();
        int silent = 0;
        for (String word : words(200)) {
            int before = redis.batches.size();
            assertTrue(near.mightContain(word));
            silent += redis.batches.size() == before ? 1 : 0;
        }
        assertEquals(2, redis.batches.size());
        assertEquals(198, silent);
    }

    @Test
    void bulkOperationsAskForWhatIsTooOld() {
        near.addAll(words(200));
        clock.addAndGet(SECOND);
        redis.batches.clear();
        near.mightContainAll(words(200));
        assertEquals(3, redis.batches.size());
        near.mightContainAll(words(200));
        assertEquals(3, redis.batches.size());
    }

    @Test
    void withoutAnyAgeEveryCallAsks() {
        BloomFilter<CharSequence> strict = open(FilterOptions.defaults().nearCache(cache.checkedEvery(Duration.ZERO)));
        strict.add("word");
        redis.batches.clear();
        strict.mightContain("word");
        strict.add("word");
        strict.addAll(List.of("word"));
        assertEquals(3, redis.batches.size());
        assertEquals(3 * (2 + hashes()), redis.batches.get(0).commands().get(0).arguments().length);
        assertEquals(Verb.BITFIELD, redis.batches.get(1).commands().get(0).verb());
        other.delete();
        assertThrows(FilterGoneException.class, () -> strict.mightContain("word"));
    }

    @Test
    void aDeletionByAnotherIsNoticedInTime() {
        near.addAll(words(50));
        other.delete();
        assertTrue(near.mightContain("word-0"), "the clock stands still");
        clock.addAndGet(SECOND);
        for (String word : words(50)) {
            assertThrows(FilterGoneException.class, () -> near.mightContain(word));
            assertThrows(FilterGoneException.class, () -> near.add(word));
        }
        assertThrows(FilterGoneException.class, () -> near.mightContainAll(words(50)));
        assertEquals(0, redis.strings.size());
    }

    @Test
    void aClearByAnotherIsNoticedInTimeAndTheNewGenerationIsLearned() {
        near.addAll(words(50));
        other.clear();
        clock.addAndGet(SECOND);
        assertFalse(near.mightContain("word-0"));
        for (String word : words(50)) {
            assertTrue(near.add(word), word);
        }
        redis.batches.clear();
        words(50).forEach(word -> assertFalse(near.add(word)));
        assertEquals(0, redis.batches.size());
    }

    @Test
    void aFilterThatWasDeletedAndCreatedAnewIsEmptyInTime() {
        near.addAll(words(50));
        other.delete();
        open(FilterOptions.defaults()).add("word-7");
        clock.addAndGet(SECOND);
        assertThrows(LostDataException.class, () -> near.mightContain("word-1"), "another life is said once");
        boolean[] expected = new boolean[50];
        expected[7] = true;
        assertArrayEquals(expected, near.mightContainAll(words(50)));
    }

    @Test
    void anExpiredFilterIsGoneInTime() {
        near.add("word");
        other.expire(Duration.ofHours(1));
        redis.expiries.keySet().stream().toList().forEach(redis::remove);
        clock.addAndGet(SECOND);
        assertThrows(FilterGoneException.class, () -> near.mightContain("word"));
    }

    @Test
    void aLostPartitionIsNoticedInTime() {
        near.addAll(words(50));
        redis.strings.clear();
        clock.addAndGet(SECOND);
        for (String word : words(50)) {
            assertThrows(LostDataException.class, () -> near.add(word));
        }
        assertEquals(0, redis.strings.size());
    }

    @Test
    void whatTheSameFilterDoesIsNoticedAtOnce() {
        near.addAll(words(50));
        near.clear();
        assertFalse(near.mightContain("word-0"));
        assertTrue(near.add("word-1"));
        near.delete();
        assertThrows(FilterGoneException.class, () -> near.mightContain("word-1"));
    }

    private Command onlyCommand() {
        assertEquals(1, redis.batches.size());
        assertEquals(1, redis.batches.get(0).commands().size());
        return redis.batches.get(0).commands().get(0);
    }

    private BloomFilter<CharSequence> open(FilterOptions options) {
        return TestFilters.open(redis, TestFilters.clicks(3), options);
    }

    private int hashes() {
        return near.description().geometry().hashes();
    }
}
