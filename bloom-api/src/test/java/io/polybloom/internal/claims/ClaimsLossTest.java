package io.polybloom.internal.claims;

import static io.polybloom.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.NearCache;
import io.polybloom.PartialBulkException;
import io.polybloom.StoredConfig;
import io.polybloom.TestFilters;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimsLossTest {

    private final ClaimsScene scene = new ClaimsScene(clicks(3));
    private final Claims<CharSequence> claims = scene.filter.claims("orders-0");

    @Test
    void lostClaimsAreAnException() {
        claims.add(1, "a");
        scene.redis.remove(scene.key());
        assertThrows(LostDataException.class, () -> claims.add(1, "a"));
        assertThrows(LostDataException.class, () -> claims.settle(1));
        assertThrows(LostDataException.class, claims::unsettled);
        PartialBulkException lost =
                assertThrows(PartialBulkException.class, () -> scene.restarted().addAll(1, List.of("a")));
        assertEquals(List.of(ElementOutcome.UNKNOWN), lost.outcomes());
        assertEquals(Set.of(), scene.redis.sets.keySet(), "what the claim has made anew is removed");
        assertTrue(scene.filter.claims("orders-1").add(1, "b"));
        scene.filter.clear();
        assertTrue(claims.add(1, "a"));
    }

    @Test
    void claimsThatAreLostBehindTheAddAreAnExceptionWithTheAnswers() {
        claims.add(1, "a");
        scene.redis.before = batch -> {
            if (batch.isWrite() && batch.commands().get(0).verb() == Verb.BITFIELD) {
                scene.redis.sets.clear();
            }
        };
        PartialBulkException lost = assertThrows(PartialBulkException.class, () -> claims.addAll(2, List.of("a", "b")));
        assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.NEW), lost.outcomes());
        assertTrue(lost.getCause() instanceof LostDataException);
        assertEquals(Set.of(), scene.redis.sets.keySet());
    }

    @Test
    void aNearCacheKnowsNothingBehindLostClaims() {
        BloomFilter<CharSequence> knowing = knowing("a");
        Claims<CharSequence> lost = knowing.claims("orders-0");
        lost.add(1, "b");
        scene.redis.remove(scene.key());
        assertThrows(LostDataException.class, () -> lost.add(2, "c"));
        assertTrue(asks(knowing, "a"));
    }

    @Test
    void aNearCacheKnowsNothingBehindClaimsThatAreLostAtBirth() {
        BloomFilter<CharSequence> knowing = knowing("a");
        scene.redis.before = batch -> {
            if (batch.commands().get(0).verb() == Verb.RENAMENX) {
                scene.redis.sets.clear();
            }
        };
        assertThrows(LostDataException.class, () -> knowing.claims("orders-0").add(2, "c"));
        assertTrue(asks(knowing, "a"));
    }

    /** Returns a filter with a near cache that knows an element. */
    private BloomFilter<CharSequence> knowing(String element) {
        NearCache cache = NearCache.ofMemory(1 << 20).timedBy(() -> 42);
        BloomFilter<CharSequence> knowing = TestFilters.open(
                scene.redis, scene.spec, FilterOptions.defaults().nearCache(cache));
        knowing.add(element);
        assertFalse(asks(knowing, element));
        return knowing;
    }

    private boolean asks(BloomFilter<CharSequence> filter, String element) {
        scene.redis.batches.clear();
        assertTrue(filter.mightContain(element));
        return !scene.redis.batches.isEmpty();
    }

    @Test
    void claimsAnewWhenTheFilterIsClearedInBetween() {
        claims.add(1, "known");
        scene.redis.once(
                batch -> batch.isWrite() && batch.commands().get(0).verb() == Verb.BITFIELD,
                () -> TestFilters.open(scene.redis, scene.spec).clear());
        assertArrayEquals(new boolean[] {true, true}, claims.addAll(2, List.of("a", "b")));
        assertEquals(1, scene.redis.sets.size());
        assertArrayEquals(new boolean[] {true, true}, scene.restarted().addAll(2, List.of("a", "b")));
    }

    @Test
    void claimsExpireADayAfterTheFilter() {
        claims.add(1, "a");
        scene.filter.expire(Duration.ofMinutes(5));
        long instant = StoredConfig.expireAt(scene.redis) + Duration.ofDays(1).toMillis();
        assertEquals(instant, scene.redis.expiries.get(scene.key()));
        scene.filter.claims("orders-1").add(1, "a");
        for (String key : scene.redis.sets.keySet()) {
            assertEquals(instant, scene.redis.expiries.get(key), key);
        }
        scene.filter.persist();
        for (String key : scene.redis.sets.keySet()) {
            assertFalse(scene.redis.expiries.containsKey(key), key);
        }
    }

    @Test
    void filtersOfOtherSystemsHaveNone() {
        BloomFilter<CharSequence> foreign = TestFilters.open(
                scene.redis, FilterSpec.named("foreign").layout("recorded").capacity(1000));
        UnsupportedFilterException refused =
                assertThrows(UnsupportedFilterException.class, () -> foreign.claims("orders-0"));
        assertTrue(refused.getMessage().contains("native layout"), refused.getMessage());
    }
}
