package io.polybloom.internal.removal;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A filter whose config or trace a command that came late has taken away. */
class MovedConfigTest {

    private static final String GONE = StoredConfig.KEY + ":gone";

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);
    private final BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
    private final String origin = filter.description().origin();

    private void moveConfig() {
        redis.hashes.put(GONE, redis.hashes.remove(StoredConfig.KEY));
        redis.expiries.remove(StoredConfig.KEY);
        redis.expiries.put(GONE, 1L);
    }

    private Set<String> traced() {
        return redis.hashes.getOrDefault(StoredConfig.TRACE, new TreeMap<>()).keySet();
    }

    private void refuse(Verb verb, String key) {
        redis.answerInstead =
                command -> command.verb() == verb && new String(command.key(), StandardCharsets.UTF_8).equals(key)
                        ? Reply.Failure.ofServer("OOM no", null)
                        : null;
    }

    private void assertRefused() {
        BackendException refused = assertThrows(BackendException.class, () -> filters.open(clicks(3), TEXT));
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, refused.reason());
    }

    @Test
    void expiresAsBefore() {
        filter.expire(Duration.ofHours(1));
        long instant = StoredConfig.expireAt(redis);
        moveConfig();
        filters.open(clicks(3), TEXT);
        assertEquals(StoredConfig.endOfConfig(instant), redis.expiries.get(StoredConfig.KEY));
    }

    @Test
    void isComparedWithWhatTheCallerAsksFor() {
        moveConfig();
        FilterSpec larger = FilterSpec.named("clicks").capacity(1001).build();
        assertThrows(SpecMismatchException.class, () -> filters.open(larger, TEXT));
        assertEquals(origin, filters.openExisting("clicks", TEXT).description().origin());
    }

    /** The config that was moved away is of a life that the trace does not have: that is over. */
    @Test
    void isLostWhereAnotherLifeWasMovedAway() {
        moveConfig();
        redis.hashes.get(GONE).computeIfPresent("spec", (field, text) -> text.replace(origin, "00000000000000bb"));
        assertThrows(LostDataException.class, () -> filters.openExisting("clicks", TEXT));
        assertThrows(LostDataException.class, () -> filters.open(clicks(3), TEXT));
    }

    /** Another client was faster; the config has its own expiry already. */
    @Test
    void isFoundWhereAnotherClientHasBroughtItBack() {
        moveConfig();
        redis.before = batch -> {
            if (batch.commands().get(0).verb() == Verb.RENAMENX) {
                redis.hashes.put(StoredConfig.KEY, redis.hashes.remove(GONE));
                redis.expiries.put(StoredConfig.KEY, 7L);
            }
        };
        assertEquals(origin, filters.openExisting("clicks", TEXT).description().origin());
        assertEquals(7L, redis.expiries.get(StoredConfig.KEY));
    }

    @Test
    void isNotOpenedWithoutATrace() {
        redis.remove(StoredConfig.TRACE);
        refuse(Verb.HSETNX, StoredConfig.unbornTrace(origin));
        assertRefused();
    }

    @Test
    void leavesNoTraceOfALifeThatHasEndedMeanwhile() {
        redis.remove(StoredConfig.TRACE);
        redis.before = batch -> {
            List<String> keys = batch.commands().stream()
                    .map(command -> new String(command.key(), StandardCharsets.UTF_8))
                    .toList();
            if (batch.commands().get(0).verb() == Verb.HSETNX && keys.get(0).equals(StoredConfig.unbornTrace(origin))) {
                redis.before = ignored -> {};
                filter.delete();
                filters.open(clicks(3), TEXT);
            }
        };
        BloomFilter<CharSequence> opened = filters.open(clicks(3), TEXT);
        assertEquals(Set.of(opened.description().origin()), traced());
        assertTrue(opened.add("a"));
    }

    @Test
    void givesTheTraceTheExpiryThatWasSetMeanwhile() {
        redis.hashes.put(StoredConfig.unbornTrace(origin), redis.hashes.remove(StoredConfig.TRACE));
        long instant = 4_000_000_000_000L;
        redis.before = batch -> {
            if (batch.commands().get(0).verb() == Verb.PERSIST) {
                StoredConfig.expireAt(redis, origin, instant);
            }
        };
        filters.open(clicks(3), TEXT);
        assertEquals(StoredConfig.endOfTrace(instant), redis.expiries.get(StoredConfig.TRACE));
    }

    @Test
    void leavesNoTraceWhereTheLifeIsOverBeforeItBegins() {
        redis.remove(StoredConfig.TRACE);
        redis.once(MemoryRedis.beginsWith(Verb.PERSIST), () -> filter.delete());
        assertThrows(FilterGoneException.class, () -> filters.open(clicks(3), TEXT));
        assertEquals(Map.of(), redis.snapshot());
    }
}
