package io.polybloom.tck.chapter.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How filters are created, adopted, emptied and removed. */
public abstract class OpeningTests extends KitTests {

    @Test
    @Checks("5.01")
    void aStoredFilterIsAdoptedAndDescribed() {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilters filters = filters();
        assertEquals(Optional.empty(), filters.describe(spec.name()));
        BloomFilter<CharSequence> first = open(filters, spec);
        first.add("a");
        assertTrue(open(filters(), spec).mightContain("a"));
        assertTrue(filters().openExisting(spec.name(), TEXT).mightContain("a"));
        assertEquals(
                first.description(), filters.openExisting(spec.name(), TEXT).description());
        assertEquals(
                first.description().generation(),
                filters.describe(spec.name()).orElseThrow().generation());
        assertThrows(FilterGoneException.class, () -> filters.openExisting(spec.name() + "-no", TEXT));
    }

    @Test
    @Checks("5.02")
    void otherParametersAreRefusedAndNoAnswerChanges() {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilters filters = filters();
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.add("a");
        FilterSpec other = FilterSpec.named(spec.name()).capacity(2000).build();
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, () -> open(filters(), other));
        assertTrue(refused.getMessage().contains("capacity is 1000, not 2000"), refused.getMessage());
        assertTrue(filter.mightContain("a"));
        assertFalse(filter.add("a"));
    }

    @Test
    @Checks("5.04")
    void clearEmptiesTheFilterForEverybody() {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilter<CharSequence> mine = open(filters(), spec);
        BloomFilter<CharSequence> theirs = open(filters(), spec);
        mine.addAll(words("some-", 100));
        assertEquals(100, count(theirs.mightContainAll(words("some-", 100))));
        String generation = mine.description().generation();
        mine.clear();
        assertNotEquals(generation, mine.description().generation());
        assertEquals(0, count(theirs.mightContainAll(words("some-", 100))));
        assertEquals(100, count(theirs.addAll(words("some-", 100))));
        assertEquals(100, count(mine.mightContainAll(words("some-", 100))));
        try (RespClient redis = standalone().client()) {
            assertEquals(3, StoredFilter.keysOfPartitions(redis, spec.name()).size());
        }
    }

    @Test
    @Checks("5.05")
    void deleteLeavesNothingAndOthersLearnOfIt() {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilter<CharSequence> mine = open(filters(), spec);
        BloomFilter<CharSequence> theirs = open(filters(), spec);
        mine.add("a");
        assertTrue(theirs.mightContain("a"));
        mine.delete();
        assertThrows(FilterGoneException.class, () -> theirs.mightContain("a"));
        assertThrows(FilterGoneException.class, () -> theirs.add("a"));
        try (RespClient redis = standalone().client()) {
            assertEquals(List.of(), StoredFilter.keysLeftThatStay(redis, "*" + spec.name() + "*"));
        }
    }

    @Test
    @Checks("5.05")
    void whoHasLearntThatAFilterIsGoneOpensItAgain() {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilter<CharSequence> stale = open(filters(), spec);
        BloomFilters others = filters();
        open(others, spec).delete();
        assertThrows(FilterGoneException.class, () -> stale.mightContain("a"));
        assertTrue(open(others, spec).add("a"));
        assertThrows(FilterGoneException.class, () -> stale.mightContain("a"));
        assertThrows(FilterGoneException.class, () -> stale.add("b"));
        PartialBulkException bulk = assertThrows(PartialBulkException.class, () -> stale.addAll(List.of("a", "b")));
        assertEquals(FilterGoneException.class, bulk.getCause().getClass());
        assertThrows(FilterGoneException.class, stale::stats);
        assertThrows(FilterGoneException.class, stale::clear);
        assertTrue(open(filters(), spec).mightContain("a"));
    }

    @Test
    @Checks("5.06")
    void aStaleClientGoesOnWithTheFilterThatWasCreatedAnew() {
        FilterSpec spec = fresh().capacity(1000).partitions(2).build();
        BloomFilter<CharSequence> stale = open(filters(), spec);
        stale.add("a");
        assertTrue(stale.mightContain("a"));
        BloomFilters others = filters();
        open(others, spec).delete();
        BloomFilter<CharSequence> recreated = open(others, spec);
        assertThrows(LostDataException.class, () -> stale.mightContain("a"));
        assertTrue(stale.add("b"));
        assertTrue(recreated.mightContain("b"));
        assertFalse(stale.mightContain("a"));
        try (RespClient redis = standalone().client()) {
            assertEquals(2, StoredFilter.keysOfPartitions(redis, spec.name()).size());
        }
    }

    @Test
    @Checks("5.07")
    void expiryReachesEveryKeyAlsoBeforeTheFirstAdd() {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        try (RespClient redis = standalone().client()) {
            long before = clock(redis);
            filter.expire(Duration.ofMinutes(10));
            List<String> keys = redis.keys("*" + spec.name() + "*");
            assertEquals(StoredFilter.keys(filter.description()), keys);
            for (String key : keys) {
                assertExpiresWithFilter(redis, key, Duration.ofMinutes(10), before);
            }
        }
        filter.clear();
        try (RespClient redis = standalone().client()) {
            for (String key : redis.keys("*" + spec.name() + "*")) {
                assertTrue(redis.integer("PTTL", key) > 0, key);
            }
        }
    }

    @Test
    @Checks("5.08")
    void anExpiredFilterIsGone() {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        filter.add("a");
        try (RespClient redis = standalone().client()) {
            assertEquals(1, StoredFilter.keysOfPartitions(redis, spec.name()).size());
            filter.expire(Duration.ofMillis(1));
            Await.until(
                    "the bits have expired",
                    PATIENT,
                    () -> !areThere(redis, StoredFilter.keysOfPartitions(redis, spec.name())));
        }
        assertThrows(FilterGoneException.class, () -> filter.mightContain("a"));
    }

    /** Returns whether any key remains; a key without an expiry fails the test at once. */
    private static boolean areThere(RespClient redis, List<String> keys) {
        for (String key : keys) {
            assertNotEquals(-1, redis.integer("PTTL", key), () -> key + " has no expiry");
        }
        return !keys.isEmpty();
    }
}
