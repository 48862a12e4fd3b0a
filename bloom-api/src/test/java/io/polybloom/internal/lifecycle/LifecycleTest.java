package io.polybloom.internal.lifecycle;

import static io.polybloom.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.MemoryRedis;
import io.polybloom.StoredConfig;
import io.polybloom.TestFilters;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LifecycleTest {

    private static final String CONFIG = "bloom:{clicks}";

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks(3));

    @Test
    void clearsIntoANewGenerationAndRemovesTheOldOne() {
        filter.add("a");
        String old = filter.description().generation();
        filter.clear();
        assertNotEquals(old, filter.description().generation());
        assertFalse(filter.mightContain("a"));
        assertEquals(3, redis.strings.size());
        assertTrue(StoredConfig.isReady(redis, filter.description().generation()));
    }

    @Test
    void completesAClearThatHadNoMemoryForTheNewGeneration() {
        filter.add("a");
        redis.answerInstead = command -> command.verb() == Verb.SETBIT ? Reply.Failure.ofServer("OOM no", null) : null;
        BackendException refused = assertThrows(BackendException.class, filter::clear);
        assertTrue(refused.mayHaveBeenApplied(), "the elements are gone");
        assertThrows(BackendException.class, () -> filter.add("a"));
        redis.answerInstead = command -> null;
        assertTrue(filter.add("a"));
        assertEquals(3, redis.strings.size());
    }

    @Test
    void givesEveryPartitionTheSameInstantAndTheConfigADayMore() {
        filter.expire(Duration.ofMinutes(5));
        long instant = StoredConfig.expireAt(redis);
        assertEquals(StoredConfig.endOfConfig(instant), redis.expiries.get(CONFIG));
        for (String key : redis.strings.keySet()) {
            assertEquals(instant, redis.expiries.get(key));
        }
        assertEquals(3, redis.strings.size());
    }

    @Test
    void expiresBeforeTheFirstAddAndAfterAClear() {
        filter.expire(Duration.ofMinutes(5));
        filter.clear();
        long instant = StoredConfig.expireAt(redis);
        for (String key : redis.strings.keySet()) {
            assertEquals(instant, redis.expiries.get(key));
        }
        assertEquals(instant, filter.description().expireAt().orElseThrow().toEpochMilli());
    }

    @Test
    void refusesATimeToLiveOutOfItsRange() {
        Map<String, String> before = redis.snapshot();
        assertThrows(IllegalArgumentException.class, () -> filter.expire(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> filter.expire(Duration.ofSeconds(-1)));
        assertThrows(IllegalArgumentException.class, () -> filter.expire(Duration.ofSeconds(Long.MAX_VALUE)));
        assertEquals(before, redis.snapshot());
    }

    @Test
    void deletesEverything() {
        filter.delete();
        assertEquals(Map.of(), redis.snapshot());
        assertThrows(FilterGoneException.class, () -> filter.mightContain("a"));
        assertThrows(FilterGoneException.class, filter::clear);
        filter.delete();
    }

    @Test
    void deletesTheGenerationThatIsStoredNow() {
        TestFilters.open(redis, clicks(3)).clear();
        filter.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void finishesADeletionThatHasDied() {
        redis.answerInstead =
                command -> command.verb() == Verb.RENAMENX ? Reply.Failure.notSent(new RuntimeException("gone")) : null;
        assertThrows(BackendException.class, filter::delete);
        redis.answerInstead = command -> null;
        assertThrows(FilterGoneException.class, () -> filter.mightContain("a"));
        filter.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void theNextToOpenTheNameFinishesADeletionThatHasDied() {
        filter.add("a");
        redis.answerInstead =
                command -> command.verb() == Verb.RENAMENX ? Reply.Failure.notSent(new RuntimeException("gone")) : null;
        assertThrows(BackendException.class, filter::delete);
        redis.answerInstead = command -> null;
        BloomFilter<CharSequence> fresh = TestFilters.open(redis, clicks(3));
        assertFalse(fresh.mightContain("a"));
        assertEquals(3, redis.strings.size());
        assertEquals(
                Set.of(fresh.description().origin()),
                redis.hashes.get(StoredConfig.TRACE).keySet());
    }
}
