package io.polybloom.internal.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.operations.FilterOperations;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TimedFilter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a filter of another system: its bits under one key, its parameters under another. */
class ForeignLifecycleTest {

    private static final String BITS = "urls.0";
    private static final String CONFIG = "urls:parameters";

    private final MemoryRedis redis = new MemoryRedis();
    private final TimedFilter filter = new TimedFilter(
            redis, FilterSpec.named("urls").layout("recorded").capacity(1000).build());

    private void clearWithMillisLeft(long millis) {
        filter.add("a");
        redis.answerInstead = command -> command.verb() == Verb.PTTL ? new Reply.Int(millis) : null;
        filter.run(FilterOperations::clear);
    }

    /** By the server's clock, which has begun just now; the client's is decades ahead. */
    @ParameterizedTest
    @ValueSource(longs = {1, 60_000})
    void keepsTheRestOfItsTimeWhenItIsEmptied(long millis) {
        clearWithMillisLeft(millis);
        assertEquals(0, redis.strings.get(BITS).length);
        assertEquals(Map.of(BITS, millis), redis.expiries);
    }

    /** None left, no expiry, and no key. */
    @ParameterizedTest
    @ValueSource(longs = {0, -1, -2})
    void leavesNoBitsWhenItIsEmptiedAndIsNotToExpire(long millis) {
        clearWithMillisLeft(millis);
        assertTrue(redis.strings.isEmpty());
        assertEquals(Map.of(), redis.expiries);
        assertEquals(1, redis.hashes.size());
    }

    @Test
    void persistsWithBothKeys() {
        filter.add("a");
        filter.run(it -> it.expire(Duration.ofHours(1)));
        assertEquals(2, redis.expiries.size());
        filter.run(FilterOperations::persist);
        assertEquals(Map.of(), redis.expiries);
        assertTrue(filter.mightContain("a"));
    }

    /** Nobody may have deleted it: FLUSHALL, or a restart without persistence, leaves nothing either. */
    @Test
    void saysThatTheServerMayHaveLostItsData() {
        filter.add("a");
        redis.strings.clear();
        redis.hashes.clear();
        FilterGoneException gone = assertThrows(FilterGoneException.class, () -> filter.mightContain("a"));
        assertEquals(
                "the filter 'urls' is gone: its config urls:parameters was deleted, it has expired, or the server has"
                        + " lost its data, as by FLUSHALL or by a restart without persistence",
                gone.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {BITS, CONFIG})
    void failsWhenTheServerRefusesAKey(String key) {
        filter.run(it -> it.expire(Duration.ofHours(1)));
        redis.answerInstead = command -> command.verb() == Verb.PERSIST && new String(command.key()).equals(key)
                ? Reply.Failure.ofServer("NOPERM no", null)
                : null;
        BackendException refused = assertThrows(BackendException.class, () -> filter.run(FilterOperations::persist));
        assertEquals(BackendException.Reason.AUTHENTICATION, refused.reason());
        assertEquals(key.equals(BITS), refused.mayHaveBeenApplied(), "the config comes first");
    }
}
