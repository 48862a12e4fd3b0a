package io.polybloom.tck.chapter.serverfilter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.BloomCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of filters whose bits the server stores. */
@Needs(Capability.SERVER)
public abstract class ServerFilterTests extends KitTests {

    private BloomFilters ofServer() {
        return connect(Target.standalone(SharedServers.withFilters().uri()));
    }

    private FilterSpecBuilder spec() {
        return fresh().layout(Layouts.SERVER).capacity(4000).falsePositiveRate(1e-9);
    }

    @Test
    @Checks("18.01")
    void whatWasAddedIsFoundByEveryClient() {
        FilterSpec spec = spec().partitions(3).build();
        BloomFilter<CharSequence> mine = open(ofServer(), spec);
        BloomFilter<CharSequence> theirs = open(ofServer(), spec);
        for (String word : words("one-", 100)) {
            assertFalse(mine.mightContain(word), word);
            assertTrue(mine.add(word), word);
            assertFalse(theirs.add(word), word);
            assertTrue(theirs.mightContain(word), word);
        }
        assertEquals(3000, count(mine.addAll(words("word-", 3000))));
        assertEquals(3000, count(theirs.mightContainAll(words("word-", 3000))));
        assertEquals(0, count(theirs.mightContainAll(words("absent-", 3000))));
        FilterStats stats = theirs.stats();
        assertEquals(3100, stats.estimatedCount());
        assertTrue(stats.currentFalsePositiveRate() > 0 && stats.currentFalsePositiveRate() < 1e-9);
        assertTrue(stats.memoryBytes() > 0);
    }

    /**
     * More elements than one command takes, so that several commands go to one partition; each element twice in a row.
     */
    @Test
    @Checks("18.01")
    void theFirstOfEqualElementsIsNewInLargeBatches() {
        BloomFilter<CharSequence> filter =
                open(ofServer(), spec().partitions(1).keyed().build());
        List<String> twice = new ArrayList<>();
        boolean[] expected = new boolean[6000];
        for (int i = 0; i < 3000; i++) {
            twice.add("word-" + i);
            twice.add("word-" + i);
            expected[2 * i] = true;
        }
        assertArrayEquals(expected, filter.addAll(twice));
        assertEquals(6000, count(filter.mightContainAll(twice)));
    }

    @Test
    @Checks("18.01")
    @Needs(Capability.CLUSTER)
    void aFilterSpreadsOverACluster() {
        BloomCluster cluster = SharedServers.clusterWithFilters();
        BloomFilters filters = connect(new Target(Target.Kind.CLUSTER, cluster.uris()));
        for (OverCapacity policy : OverCapacity.values()) {
            FilterSpec spec = spec().partitions(6).overCapacity(policy).build();
            BloomFilter<CharSequence> filter = open(filters, spec);
            assertEquals(600, count(filter.addAll(words("word-", 600))));
            assertTrue(filter.add("single"));
            assertTrue(filter.mightContain("single"));
            assertEquals(600, count(filter.mightContainAll(words("word-", 700))));
            assertEquals(601, filter.stats().estimatedCount());
            filter.delete();
            for (RedisServer node : cluster.nodes()) {
                try (RespClient redis = node.client()) {
                    assertEquals(List.of(), StoredFilter.keysLeft(redis, "*" + spec.name() + "*"));
                }
            }
        }
    }

    @Test
    @Checks("18.02")
    void aFullFilterRefusesElementsOneByOne() {
        BloomFilter<CharSequence> filter = open(
                ofServer(),
                spec().capacity(50)
                        .partitions(1)
                        .overCapacity(OverCapacity.REJECT)
                        .build());
        for (String word : words("word-", 50)) {
            assertTrue(filter.add(word), word);
        }
        assertThrows(OverCapacityException.class, () -> filter.add("one too many"));
        assertFalse(filter.mightContain("one too many"));
        assertFalse(filter.add("word-7"));
        assertEquals(50, count(filter.mightContainAll(words("word-", 60))));
    }

    /** The refused element stands in the middle; elements that are present come before and after it. */
    @Test
    @Checks("18.02")
    void aFullFilterSaysOfEachElementWhatHasComeOfIt() {
        BloomFilter<CharSequence> filter = open(
                ofServer(),
                spec().capacity(10)
                        .partitions(1)
                        .overCapacity(OverCapacity.REJECT)
                        .build());
        filter.addAll(words("word-", 8));
        PartialBulkException partial = assertThrows(
                PartialBulkException.class,
                () -> filter.addAll(List.of("word-1", "a", "b", "c", "word-2", "a", "d", "word-3")));
        assertTrue(partial.getCause() instanceof OverCapacityException, () -> "the cause is " + partial.getCause());
        assertEquals(
                List.of(
                        ElementOutcome.PRESENT,
                        ElementOutcome.NEW,
                        ElementOutcome.NEW,
                        ElementOutcome.REFUSED,
                        ElementOutcome.PRESENT,
                        ElementOutcome.PRESENT,
                        ElementOutcome.REFUSED,
                        ElementOutcome.PRESENT),
                partial.outcomes());
        assertEquals(10, filter.stats().estimatedCount());
        assertFalse(filter.mightContain("c"));
    }

    /** Each partition has room for more than its share, so that none is full before the filter is. */
    @Test
    @Checks("18.02")
    void aFilterOfManyPartitionsTakesItsCapacity() {
        BloomFilter<CharSequence> filter = open(
                ofServer(),
                spec().capacity(2000)
                        .partitions(20)
                        .overCapacity(OverCapacity.REJECT)
                        .build());
        assertEquals(2000, count(filter.addAll(words("word-", 2000))));
        assertThrows(PartialBulkException.class, () -> filter.addAll(words("more-", 4000)));
    }

    @Test
    @Checks("18.03")
    void aFilterTakesElementsBeyondItsCapacity() {
        for (OverCapacity policy : List.of(OverCapacity.DEGRADE, OverCapacity.GROW)) {
            List<FilterStats> told = new ArrayList<>();
            BloomFilter<CharSequence> filter = open(
                    ofServer(),
                    spec().capacity(100).partitions(2).overCapacity(policy).build(),
                    OPTIONS.overCapacityListener(told::add));
            assertEquals(900, count(filter.addAll(words("word-", 900))));
            assertEquals(900, count(filter.mightContainAll(words("word-", 900))));
            FilterStats stats = filter.stats();
            assertEquals(900, stats.estimatedCount());
            assertTrue(stats.currentFalsePositiveRate() < 1e-9);
            assertEquals(1, told.size());
        }
    }

    @Test
    @Checks("18.05")
    void aClearedFilterIsEmptyAndADeletedOneLeavesNothing() {
        FilterSpec spec = spec().partitions(2).build();
        BloomFilter<CharSequence> filter = open(ofServer(), spec);
        BloomFilter<CharSequence> other = open(ofServer(), spec);
        filter.addAll(words("word-", 100));
        filter.clear();
        assertEquals(0, count(other.mightContainAll(words("word-", 100))));
        assertTrue(other.add("word-1"));
        try (RespClient redis = SharedServers.withFilters().client()) {
            assertEquals(StoredFilter.keys(filter.description()), redis.keys("*" + spec.name() + "*"));
            filter.delete();
            assertEquals(List.of(), StoredFilter.keysLeft(redis, "*" + spec.name() + "*"));
        }
    }

    @Test
    @Checks("18.05")
    void allKeysExpireTogetherAndNoneOfThemAfterPersist() {
        FilterSpec spec = spec().partitions(2).build();
        BloomFilter<CharSequence> filter = open(ofServer(), spec);
        filter.add("word");
        try (RespClient redis = SharedServers.withFilters().client()) {
            long since = clock(redis);
            filter.expire(Duration.ofHours(1));
            List<String> filters = StoredFilter.filtersOfTheServer(redis, spec.name());
            assertEquals(2, filters.size());
            filters.forEach(key -> assertExpires(redis, key, Duration.ofHours(1), since));
            assertTrue(filter.mightContain("word"));
            filter.persist();
            for (String key : redis.keys("*" + spec.name() + "*")) {
                assertEquals(-1, redis.integer("PTTL", key), key);
            }
        }
        assertTrue(filter.mightContain("word"));
    }
}
