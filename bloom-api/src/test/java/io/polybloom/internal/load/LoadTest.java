package io.polybloom.internal.load;

import static io.polybloom.TestFilters.assertAllPresent;
import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.MemoryRedis;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.membership.PartitionExchange;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bits that a load leaves in Redis, and the commands that it sends. */
class LoadTest {

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder clicks() {
        return TestFilters.clicks().partitions(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 300, 5000})
    void mergesInSeveralRoundsWhenTheMemoryIsSmall(int bytes) {
        assertSameBits(clicks(), FilterOptions.defaults().loadMemory(bytes), bytes == 1 ? 200 : 5, 700);
    }

    @Test
    void leavesOutPiecesWithoutABit() {
        FilterSpecBuilder large =
                FilterSpec.named("clicks").bits(5L << 23).hashes(1).partitions(1);
        int sparse = 45_000;
        assertSameBits(large, 1, sparse);
        assertEquals(5, redis.count(Verb.SETRANGE));
        redis.batches.clear();
        BloomFilter<CharSequence> few = new BlockingBloomFilters(redis).openExisting("clicks", TestFilters.TEXT);
        few.load(List.of("1", "2", "3"), taken -> {});
        assertEquals(0, redis.count(Verb.SETRANGE), "a few bits are set directly");
        assertEquals(0, redis.count(Verb.BITOP));
    }

    /** Bits that are set directly hold the server no longer than those of an add. */
    @Test
    void setsAFewBitsByCommandsAsSmallAsThoseOfAnAdd() {
        int hashes = 5;
        int count = 700;
        FilterSpec large = FilterSpec.named("clicks")
                .bits(5L << 23)
                .hashes(hashes)
                .partitions(1)
                .build();
        TestFilters.open(redis, large).load(words(count), taken -> {});
        List<Long> named = redis.commands()
                .filter(command -> command.verb() == Verb.BITFIELD)
                .map(command -> Arrays.stream(command.arguments())
                        .filter(word -> new String(word).equals("SET"))
                        .count())
                .toList();
        assertTrue(named.stream().allMatch(bits -> bits <= PartitionExchange.MOST_BITS_OF_AN_ADD), named::toString);
        assertTrue(named.stream().mapToLong(bits -> bits).sum() > 0.9 * hashes * count, named::toString);
    }

    @Test
    void holdsOneTemporaryKeyInTheSlotOfThePartitionWithAnExpiry() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks());
        List<String> partitions = List.copyOf(redis.strings.keySet());
        TreeSet<String> temporary = new TreeSet<>();
        long start = System.currentTimeMillis();
        redis.before = batch -> {
            List<String> now = new ArrayList<>(redis.strings.keySet());
            now.removeAll(partitions);
            assertTrue(now.size() <= 1, now.toString());
            temporary.addAll(now);
            for (String key : now) {
                assertTrue(partitions.contains(key.substring(0, key.lastIndexOf(':'))), key);
                assertTrue(redis.expiries.get(key) > start);
            }
        };
        filter.load(words(700), taken -> {});
        assertEquals(3, temporary.size());
        assertEquals(partitions, List.copyOf(redis.strings.keySet()));
    }

    @Test
    void readsStreamsAndReportsProgress() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks().capacity(20_000));
        List<Long> progress = new ArrayList<>();
        assertEquals(10_000, filter.load(words(10_000).stream(), progress::add));
        assertEquals(List.of(4096L, 8192L, 10_000L), progress);
        assertAllPresent(filter, words(10_000));
    }

    @Test
    void sendsNothingWithoutElements() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks());
        redis.batches.clear();
        assertEquals(0, filter.load(Stream.of(), taken -> {}));
        assertEquals(List.of(), redis.batches);
    }

    @Test
    void tellsOfThePassedCapacity() {
        List<FilterStats> told = new ArrayList<>();
        BloomFilter<CharSequence> filter =
                TestFilters.open(redis, clicks(), FilterOptions.defaults().overCapacityListener(told::add));
        filter.load(words(900), taken -> {});
        assertEquals(List.of(), told);
        filter.load(words(3000), taken -> {});
        assertEquals(1, told.size());
    }

    /** Loads into one server and adds to another, and compares the keys. */
    private void assertSameBits(FilterSpecBuilder spec, int leastRounds, int count) {
        assertSameBits(spec, FilterOptions.defaults(), leastRounds, count);
    }

    private void assertSameBits(FilterSpecBuilder spec, FilterOptions options, int leastRounds, int count) {
        MemoryRedis added = new MemoryRedis();
        TestFilters.open(added, spec).addAll(words(count));
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec, options);
        assertEquals(count, filter.load(words(count), taken -> {}));
        long looks = redis.batches.stream()
                .filter(batch -> batch.commands().get(0).verb() == Verb.HGETALL)
                .count();
        assertTrue(looks > leastRounds, "rounds: " + looks);
        List<byte[]> expected = List.copyOf(added.strings.values());
        List<byte[]> actual = List.copyOf(redis.strings.values());
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), actual.get(i), "partition " + i);
        }
    }
}
