package io.polybloom.internal.lifecycle;

import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LifecycleTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks(3));

    /** It has begun; the next client that needs the filter finishes it. */
    @Test
    void aClearThatHadNoMemoryForTheNewLayerIsFinishedLater() {
        filter.add("a");
        redis.refuse(Verb.SETBIT, "OOM no");
        BackendException refused = assertThrows(BackendException.class, filter::clear);
        assertTrue(refused.mayHaveBeenApplied(), "the elements will be gone");
        assertEquals("clearing", StoredConfig.phase(redis));
        redis.answerInstead = command -> null;
        BloomFilter<CharSequence> next = TestFilters.open(redis, clicks(3));
        assertFalse(next.mightContain("a"));
        assertTrue(filter.add("a"));
        assertEquals(3, redis.strings.size());
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
    void finishesADeletionThatHasDied() {
        redis.answerInstead =
                command -> command.verb() == Verb.UNLINK ? Reply.Failure.notSent(new RuntimeException("gone")) : null;
        assertThrows(BackendException.class, filter::delete);
        redis.answerInstead = command -> null;
        BloomFilter<CharSequence> other = TestFilters.open(redis, clicks(3));
        assertThrows(LostDataException.class, () -> filter.mightContain("a"), "another filter has its name");
        other.delete();
        assertThrows(FilterGoneException.class, () -> filter.mightContain("a"));
        assertEquals(Map.of(), redis.strings);
        assertEquals("deleted", StoredConfig.phase(redis));
    }
}
