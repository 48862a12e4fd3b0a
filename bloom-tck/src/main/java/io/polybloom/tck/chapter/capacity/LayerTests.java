package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The keys of the layers of a filter that grows, and their removal. */
public abstract class LayerTests extends GrowTests {

    /**
     * The shapes of the layers after the first one for capacity 1,000, p = 0.01 and 2 partitions, computed from
     * docs/wire-format.md alone: bits, hashes and partitions.
     */
    private static final List<String> SHAPES = List.of("13064/6/2", "30168/6/2", "65336/7/2");

    @Test
    @Checks("6.07")
    void theRegisterAndTheKeysShowTheLayers() {
        BloomFilter<CharSequence> filter = open(filters(), growing(1000, 2).build());
        addInBatches(filter, words("word-", 10_000));
        try (RespClient redis = standalone().client()) {
            StoredFilter.assertStored(
                    redis,
                    filter.description(),
                    "layout=classic-v1;hash=murmur3-128;capacity=1000;fpp=0.01;sizing=BALANCED;"
                            + "bits=5880;hashes=5;partitions=2;maxPartitionBits=4193792;servers=1;"
                            + "overCapacity=GROW;elements=utf-8",
                    SHAPES);
            assertEquals(
                    keysOf(filter, 2, 4), redis.keys("*" + filter.description().name() + "*"));
        }
    }

    /** One element at a time, so that it is known which layer each of them met. */
    @Test
    @Checks("6.07")
    void theLayersAreByteIdenticalToTheReference() {
        BloomFilter<CharSequence> filter = open(filters(), growing(300, 2).build());
        GrownReference reference = new GrownReference(filter.description());
        for (String element : words("élément-", 1500)) {
            filter.add(element);
            reference.add(filter.description(), element);
        }
        assertEquals(3, filter.description().layers().size());
        try (RespClient redis = standalone().client()) {
            reference.assertStoredOn(redis);
        }
    }

    @Test
    @Checks("6.13")
    void aLostPartitionOfAnyLayerIsReported() {
        BloomFilter<CharSequence> filter = open(filters(), growing(300, 2).build());
        addInBatches(filter, words("word-", 1500));
        List<String> keys = StoredFilter.partitions(filter.description());
        assertEquals(6, keys.size());
        try (RespClient redis = standalone().client()) {
            for (String key : keys) {
                byte[] bits = (byte[]) Objects.requireNonNull(redis.call("GET", key));
                redis.call("DEL", key);
                assertThrows(LostDataException.class, () -> filter.mightContainAll(words("absent-", 200)), key);
                redis.call("SET", key, bits);
                assertEquals(1500, count(filter.mightContainAll(words("word-", 1500))));
            }
        }
    }

    @Test
    @Checks("6.13")
    void layersThatTheRegisterHasForgottenAreReportedUntilTheFilterIsCleared() {
        FilterSpec spec = growing(300, 2).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        addInBatches(filter, words("word-", 1500));
        try (RespClient redis = standalone().client()) {
            StoredFilter.forgetGrowth(redis, filter.description());
        }
        for (int i = 0; i < 2; i++) {
            BloomFilter<CharSequence> other = open(filters(), spec);
            assertThrows(LostDataException.class, () -> other.mightContain("word-1499"));
            assertThrows(LostDataException.class, () -> other.mightContainAll(words("word-", 1500)));
            assertThrows(LostDataException.class, () -> other.add("entirely new"));
            assertThrows(PartialBulkException.class, () -> other.addAll(words("entirely new ", 100)));
        }
        BloomFilter<CharSequence> other = open(filters(), spec);
        other.clear();
        assertFalse(other.mightContain("word-1499"));
        addInBatches(other, words("word-", 1500));
        assertEquals(1500, count(open(filters(), spec).mightContainAll(words("word-", 1500))));
    }

    @Test
    @Checks("6.14")
    void aClearedFilterHasOneLayerAgainAndADeletedOneNone() {
        FilterSpec spec = growing(300, 2).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        BloomFilter<CharSequence> other = open(filters(), spec);
        List<String> elements = words("word-", 1500);
        addInBatches(filter, elements);
        assertTrue(other.mightContain("word-1499"));
        filter.clear();
        try (RespClient redis = standalone().client()) {
            assertEquals(keysOf(filter, 2, 1), redis.keys("*" + spec.name() + "*"));
            StoredFilter.assertStoredOneClear(redis, spec.name());
            assertFalse(other.mightContain("word-3"));
            assertEquals(0, count(filter.mightContainAll(elements)));
            addInBatches(other, elements);
            assertEquals(1500, count(filter.mightContainAll(elements)));
            other.delete();
            assertEquals(List.of(), StoredFilter.keysLeft(redis, "*" + spec.name() + "*"));
        }
    }

    @Test
    @Checks("5.07")
    void expiryReachesTheLayersThatAreThereAndThoseToCome() {
        BloomFilter<CharSequence> filter = open(filters(), growing(300, 2).build());
        List<String> elements = words("word-", 1500);
        addInBatches(filter, elements.subList(0, 700));
        try (RespClient redis = standalone().client()) {
            long before = clock(redis);
            filter.expire(Duration.ofMinutes(10));
            addInBatches(filter, elements.subList(700, 1500));
            for (String key : keysOf(filter, 2, 3)) {
                assertExpiresWithFilter(redis, key, Duration.ofMinutes(10), before);
            }
        }
    }
}
