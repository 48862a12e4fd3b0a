package io.polybloom.internal.nearcache;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.NearCache;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
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

    /**
     * A failover can lose the last writes of a key that lives on: if Redis has lost an element, this client must not
     * continue to report it as present.
     */
    @Test
    void forgetsAllWhenRedisHasLostABit() {
        near.add("word");
        near.add("third");
        loseAllBits();
        clock.addAndGet(SECOND);
        assertTrue(near.add("word"));
        assertFalse(near.mightContain("third"));
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

    private BloomFilter<CharSequence> open(FilterOptions options) {
        return TestFilters.open(redis, TestFilters.clicks(3), options);
    }

    private int hashes() {
        return near.description().geometry().hashes();
    }

    private void loseAllBits() {
        redis.strings.replaceAll((key, bits) -> {
            byte[] onlyTheTrailer = new byte[bits.length];
            onlyTheTrailer[bits.length - 1] = bits[bits.length - 1];
            return onlyTheTrailer;
        });
    }

    /** Its reply confirms the partition, and not what it has just reported as absent. */
    @Test
    void whatABulkLookUpReportsAsAbsentIsKnownNoMore() {
        near.add("word");
        loseAllBits();
        clock.addAndGet(SECOND);
        assertFalse(near.mightContainAll(List.of("word"))[0]);
        assertTrue(near.add("word"));
    }

    /** The clear has begun, and another client finishes it. */
    @Test
    void aClearOfItsOwnThatFailsLeavesNothingKnown() {
        near.add("word");
        redis.refuse(Verb.SETBIT, "ERR refused");
        assertThrows(BackendException.class, near::clear);
        redis.answerInstead = command -> null;
        open(FilterOptions.defaults()).add("another");
        assertTrue(near.add("word"));
        assertTrue(other.mightContain("word"));
    }

    /** A user who may only read has no right to BITFIELD, and asks with BITFIELD_RO. */
    @Test
    void confirmsAsTheLookUpAsks() {
        near.add("word");
        redis.refuse(Verb.BITFIELD, "NOPERM this user has no permissions to run the 'bitfield' command");
        clock.addAndGet(SECOND);
        assertTrue(near.mightContain("word"));
    }
}
