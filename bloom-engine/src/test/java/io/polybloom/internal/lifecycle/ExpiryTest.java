package io.polybloom.internal.lifecycle;

import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.NearCache;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.operations.FilterOperations;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import io.polybloom.testing.TimedFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a filter's life, by a clock that the tests set. */
class ExpiryTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final MemoryRedis redis = new MemoryRedis();
    private final TimedFilter filter = new TimedFilter(redis, clicks(3));

    @Test
    void anInstantThatHasPassedOrIsTooFarAheadIsRefused() {
        Map<String, String> before = redis.snapshot();
        Instant now = filter.now();
        Instant tooFar = now.plus(Duration.ofDays(365_000)).plusNanos(1);
        for (Instant wrong : List.of(now.minus(HOUR), now, now.plusNanos(999_999), tooFar, Instant.MIN, Instant.MAX)) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> filter.run(it -> it.expireAt(wrong)));
            assertTrue(refused.getMessage().contains(wrong.toString()), refused.getMessage());
        }
        assertEquals(before, redis.snapshot());
        filter.run(it -> it.expireAt(now.plusMillis(1)));
    }

    @Test
    void aTimeToLiveHasLimits() {
        Duration longest = Duration.ofDays(365_000);
        for (Duration wrong : List.of(Duration.ofNanos(999_999), longest.plusNanos(1))) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> filter.run(it -> it.expire(wrong)));
            assertTrue(refused.getMessage().contains("365000 days, not " + wrong), refused.getMessage());
        }
        filter.run(it -> it.expire(Duration.ofMillis(1)));
        filter.run(it -> it.expire(longest));
        assertEquals(filter.now().plus(longest).toEpochMilli(), StoredConfig.expireAt(redis));
    }

    @Test
    void anExpiredFilterIsNotBroughtBack() {
        filter.run(it -> it.expire(HOUR));
        filter.pass(HOUR);
        assertThrows(FilterGoneException.class, () -> filter.run(FilterOperations::persist));
        assertThrows(
                FilterGoneException.class,
                () -> filter.run(it -> it.expireAt(filter.now().plus(HOUR))));
    }

    /** An expiry that another client has replaced has arrived late, and has left one of three partitions alive. */
    @Test
    void anObjectThatHasSaidThatItsFilterIsGoneStaysOver() {
        List<String> words = TestFilters.words(100);
        filter.run(it -> it.addAll(words));
        filter.run(it -> it.expire(HOUR));
        Partition late = new Generation(filter.description()).newest().partition(0);
        redis.expiries.put(late.place().key(), redis.millis + 2 * HOUR.toMillis());
        filter.pass(HOUR);
        assertOver(it -> it.mightContainAll(words));

        redis.batches.clear();
        for (String word : words) {
            assertOver(it -> it.mightContain(word));
            assertOver(it -> it.add(word));
        }
        assertOver(it -> it.addAll(words));
        assertOver(it -> it.claims("writer").addAll(0, words));
        assertOver(it -> it.claims("writer").settle(0));
        assertOver(it -> it.claims("writer").unsettled());
        assertOver(it -> it.load(words, progress -> {}));
        assertOver(FilterOperations::stats);
        assertOver(FilterOperations::clear);
        assertOver(FilterOperations::persist);
        assertOver(it -> it.expire(HOUR));
        assertEquals(List.of(), redis.batches);

        filter.run(FilterOperations::delete);
        assertEquals(Map.of(), redis.strings);
    }

    private void assertOver(Function<FilterOperations<CharSequence>, Step<?>> call) {
        BloomFilterException thrown = assertThrows(BloomFilterException.class, () -> filter.run(it -> call.apply(it)));
        Throwable reason = thrown instanceof PartialBulkException partial ? partial.getCause() : thrown;
        assertEquals(FilterGoneException.class, reason.getClass(), thrown.toString());
    }

    /** A full server takes an expiry, but refuses the version that says so. */
    @Test
    void aChangeThatIsRefusedLeavesEveryExpiryOfThePartitionsAsItWas() {
        for (Optional<Duration> before : List.of(Optional.<Duration>empty(), Optional.of(HOUR))) {
            before.ifPresent(time -> filter.run(it -> it.expire(time)));
            Map<String, Long> expiries = ofPartitions();
            redis.refuse(Verb.HSETNX, "OOM no");
            BackendException full =
                    assertThrows(BackendException.class, () -> filter.run(it -> it.expire(Duration.ofMinutes(1))));
            assertEquals(BackendException.Reason.OUT_OF_MEMORY, full.reason());
            assertEquals(expiries, ofPartitions());
            redis.answerInstead = command -> null;
        }
    }

    /** Register and copy would be gone before the filter is, if its client died before it had put them off. */
    @Test
    void aLaterExpiryIsThatOfRegisterAndCopyFirst() {
        filter.run(it -> it.expire(Duration.ofMinutes(1)));
        Instant later = filter.now().plus(HOUR);
        boolean[] isPutOff = {false};
        redis.once(batch -> StoredConfig.writes(batch, ";settle=1"), () -> {
            long end = StoredConfig.endOfRegister(later.toEpochMilli());
            isPutOff[0] = end == redis.expiries.get(StoredConfig.KEY) && end == redis.expiries.get(StoredConfig.COPY);
        });
        filter.run(it -> it.expireAt(later));
        assertTrue(isPutOff[0]);
        assertEquals(Set.of(later.toEpochMilli()), new TreeSet<>(ofPartitions().values()));
    }

    /** A client dies at each command of a change; the next one that uses the filter goes on. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isSettledByTheNextClientWhereverItsOwnDies(boolean expires) {
        int deaths = 0;
        for (boolean isOver = false; !isOver; deaths++) {
            MemoryRedis fresh = new MemoryRedis();
            TimedFilter dying = new TimedFilter(fresh, clicks(3));
            if (!expires) {
                dying.run(it -> it.expire(HOUR));
            }
            int[] left = {deaths};
            fresh.answerInstead = command -> left[0]-- <= 0 ? Reply.Failure.noAnswer(null) : null;
            isOver = TestFilters.survives(() -> dying.run(it -> expires ? it.expire(HOUR) : it.persist()));
            fresh.answerInstead = command -> null;
            TimedFilter next = new TimedFilter(fresh, clicks(3));
            assertFalse(next.mightContain("a"));
            Optional<Long> instant =
                    StoredConfig.state(fresh).filter().expireAt().map(Instant::toEpochMilli);
            assertTrue(StoredConfig.isReady(fresh), "settled, died at " + deaths);
            for (String key : fresh.strings.keySet()) {
                assertEquals(instant.orElse(null), fresh.expiries.get(key), key + ", died at " + deaths);
            }
        }
        assertTrue(deaths > 8, "commands: " + deaths);
    }

    /**
     * A partition that is missing has been lost, unless the server's clock shows the instant; this machine's may err.
     */
    @Test
    void aLossIsReportedToAClientWhoseClockIsAhead() {
        redis.once(MemoryRedis.beginsWith(Verb.HSETNX), () -> {
            redis.remove(redis.strings.keySet().iterator().next());
            filter.setClock(HOUR.multipliedBy(2));
        });
        assertThrows(LostDataException.class, () -> filter.run(it -> it.expire(HOUR)));
    }

    private Map<String, Long> ofPartitions() {
        Map<String, Long> expiries = new TreeMap<>(redis.expiries);
        expiries.keySet().retainAll(redis.strings.keySet());
        return expiries;
    }

    @Test
    void aNearCacheAnswersUntilTheInstantAndAgainWhenTheFilterPersists() {
        NearCache cache = NearCache.ofMemory(1 << 16).timedBy(() -> 0);
        TimedFilter near = new TimedFilter(
                redis,
                FilterSpec.named("near").capacity(1000).build(),
                FilterOptions.defaults().nearCache(cache).configCheckedEvery(Duration.ofDays(1)));
        near.add("a");
        Instant instant = near.now().plus(HOUR);
        near.run(it -> it.expireAt(instant));
        assertFalse(isAsked(near, "a"));
        near.run(FilterOperations::persist);
        near.pass(HOUR);
        assertFalse(isAsked(near, "a"), "the expiry was lifted");
        near.run(it -> it.expireAt(near.now().plus(HOUR)));
        near.pass(HOUR);
        assertTrue(isAsked(near, "a"), "nothing is known of a filter that has expired");
    }

    private boolean isAsked(TimedFilter near, String element) {
        redis.batches.clear();
        assertTrue(near.mightContain(element));
        return !redis.batches.isEmpty();
    }
}
