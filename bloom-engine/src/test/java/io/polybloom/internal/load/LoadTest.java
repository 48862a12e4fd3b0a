package io.polybloom.internal.load;

import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.exchange.PartitionExchange;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bits that a load leaves in Redis, the commands that it sends, and what it does where there is no more room. */
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

    private BloomFilter<CharSequence> open(OverCapacity policy) {
        return TestFilters.open(
                redis, FilterSpec.named("clicks").capacity(10_000).partitions(2).overCapacity(policy));
    }

    @Test
    void aFilterThatDegradesTakesEverything() {
        BloomFilter<CharSequence> filter = open(OverCapacity.DEGRADE);
        assertEquals(30_000, filter.load(words(30_000), taken -> {}));
        assertAllPresent(filter, words(30_000));
        assertEquals(0, redis.count(Verb.BITCOUNT), "nobody wants to know how full it is");
    }

    @Test
    void aFilterThatRejectsTakesItsCapacityAndNoMore() {
        BloomFilter<CharSequence> filter = open(OverCapacity.REJECT);
        long[] taken = {0};
        assertThrows(OverCapacityException.class, () -> filter.load(words(30_000), reached -> taken[0] = reached));
        LayerStats layer = filter.stats().layers().get(0);
        assertTrue(layer.sealed());
        assertEquals(10_000, layer.estimatedCount(), 100);
        assertTrue(taken[0] < 20_000, "read: " + taken[0]);
        assertAllPresent(filter, words(9_500));
        assertTrue(redis.count(Verb.BITOP) >= 6, "merged most of them");
        long known = filter.load(words(9_500), reached -> {});
        assertEquals(9_500, known, "a full filter still takes what it knows");
        assertThrows(OverCapacityException.class, () -> filter.load(List.of("one", "two", "three"), reached -> {}));
        assertEquals(10_000, filter.stats().estimatedCount(), 100);
    }

    @Test
    void aFilterThatRejectsCanBeLoadedWithTheSameElementsAgain() {
        BloomFilter<CharSequence> filter = open(OverCapacity.REJECT);
        for (int i = 0; i < 3; i++) {
            assertEquals(9_800, filter.load(words(9_800), reached -> {}));
        }
        assertEquals(9_800, filter.stats().estimatedCount(), 100);
    }

    @Test
    void addsGoOnAfterALoad() {
        BloomFilter<CharSequence> filter = open(OverCapacity.REJECT);
        filter.load(words(9_000), reached -> {});
        int accepted = 0;
        for (String word : words(20_000).subList(9_000, 20_000)) {
            try {
                accepted += filter.add(word) ? 1 : 0;
            } catch (OverCapacityException full) {
                break;
            }
        }
        assertEquals(1000, accepted, 120);
    }

    @Test
    void aFilterThatGrowsIsLoadedLayerByLayer() {
        BloomFilter<CharSequence> filter = open(OverCapacity.GROW);
        BloomFilter<CharSequence> stale = open(OverCapacity.GROW);
        assertEquals(100_000, filter.load(words(100_000), reached -> {}));
        FilterStats stats = filter.stats();
        assertEquals(4, stats.layers().size());
        assertEquals(100_000, stats.estimatedCount(), 2000);
        assertTrue(redis.count(Verb.BITOP) > 20, "merges: " + redis.count(Verb.BITOP));
        for (LayerStats layer : stats.layers().subList(0, 3)) {
            assertTrue(layer.sealed());
            assertEquals(1, (double) layer.estimatedCount() / layer.capacity(), 0.1);
        }
        assertFalse(stats.layers().get(3).sealed());
        assertAllPresent(stale, words(100_000));
        assertFalse(stale.add("word-77777"));
    }

    /**
     * The client that opened the layer may have died before it sealed the previous one; a stale client would not look
     * further.
     */
    @Test
    void aLayerThatIsLoadedIsFoundByClientsThatDoNotKnowIt() {
        BloomFilter<CharSequence> filter = open(OverCapacity.GROW);
        BloomFilter<CharSequence> stale = open(OverCapacity.GROW);
        filter.load(words(12_000), reached -> {});
        assertEquals(2, filter.description().layers().size());
        String seal = ".0";
        redis.strings.forEach((key, bytes) -> {
            if (key.endsWith(seal)) {
                bytes[bytes.length - 1] &= (byte) ~0x40;
            }
        });
        List<String> more = words(14_000).subList(12_000, 14_000);
        BloomFilter<CharSequence> other = open(OverCapacity.GROW);
        other.load(more, reached -> {});
        assertAllPresent(stale, more);
    }

    private static FilterSpecBuilder spec(String layout) {
        return FilterSpec.named("theirs").layout(layout).bits(10_007).hashes(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "recorded"})
    void leavesTheKeysThatAddsWouldLeave(String layout) {
        MemoryRedis added = new MemoryRedis();
        TestFilters.open(added, spec(layout)).addAll(words(700));
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(layout));
        filter.load(words(400), taken -> {});
        filter.load(words(700).subList(400, 700), taken -> {});
        assertEquals(added.strings.keySet(), redis.strings.keySet());
        added.strings.forEach((key, bits) -> assertArrayEquals(bits, redis.strings.get(key), key));
        assertEquals(added.hashes, redis.hashes);
        assertTrue(redis.commands().anyMatch(command -> command.verb() == Verb.BITOP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "recorded"})
    void reappliesTheExpiryOfTheKeys(String layout) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(layout));
        filter.addAll(words(10));
        filter.expire(Duration.ofHours(5));
        Set<String> expiring = new TreeSet<>(redis.expiries.keySet());
        // By the server's clock: that of this machine is years behind.
        redis.millis = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();
        redis.answerInstead = command -> command.verb() == Verb.PTTL ? new Reply.Int(1234) : null;
        filter.load(words(700), taken -> {});
        assertEquals(expiring, redis.expiries.keySet());
        assertEquals(redis.millis + 1234, redis.expiries.get("theirs.0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "recorded"})
    void failsWhenTheInstantOfTheExpiryComesWithAMerge(String layout) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(layout));
        filter.addAll(words(10));
        filter.expire(Duration.ofHours(5));
        redis.answerInstead = command -> {
            if (command.verb() != Verb.PEXPIREAT || !new String(command.key(), US_ASCII).equals("theirs.0")) {
                return null;
            }
            redis.remove("theirs.0");
            return new Reply.Int(1);
        };
        assertThrows(LostDataException.class, () -> filter.load(words(700), taken -> {}));
        assertTrue(redis.strings.isEmpty(), redis.strings.toString());
    }

    /** The filter expires while the elements of this round or of an earlier one are read. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "recorded"})
    void makesNothingOfAFilterThatHasExpiredBeforeAMerge(String layout) {
        for (int round = 0; round < 2; round++) {
            BloomFilter<CharSequence> filter = new BlockingBloomFilters(redis)
                    .open(
                            spec(layout).build(),
                            TestFilters.TEXT,
                            FilterOptions.defaults().loadMemory(300));
            filter.addAll(words(10));
            filter.expire(Duration.ofHours(5));
            int[] left = {round};
            redis.once(
                    batch -> MemoryRedis.beginsWith(Verb.SET).test(batch) && left[0]-- == 0,
                    () -> List.copyOf(redis.expiries.keySet()).stream()
                            .filter(key -> !key.contains("{"))
                            .forEach(redis::remove));
            assertThrows(FilterGoneException.class, () -> filter.load(words(700), taken -> {}));
            assertTrue(left[0] < 0);
            assertEquals(Map.of(), redis.snapshot());
        }
    }

    @Test
    void setsNoBitInAFilterThatHasExpiredBeforeThat() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec("plain"));
        filter.addAll(words(10));
        redis.once(MemoryRedis.beginsWith(Verb.PTTL).and(batch -> batch.size() == 2), () -> redis.remove("theirs.0"));
        assertThrows(FilterGoneException.class, () -> filter.load(List.of("other"), taken -> {}));
        assertEquals(Map.of(), redis.snapshot());
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "recorded"})
    void keepsNothingThatHasNoMillisecondLeft(String layout) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(layout));
        filter.addAll(words(10));
        filter.expire(Duration.ofHours(5));
        redis.answerInstead = command -> command.verb() == Verb.PTTL ? new Reply.Int(0) : null;
        filter.load(words(700), taken -> {});
        assertEquals(redis.millis, redis.expiries.get("theirs.0"));
    }

    /** The other system has given an expiry to the only key that was there, the record. */
    @Test
    void takesTheExpiryOfTheRecordWhereThereAreNoBitsYet() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec("recorded"));
        String record = redis.hashes.keySet().iterator().next();
        redis.expiries.put(record, redis.millis + 5_000_000);
        filter.load(words(700), taken -> {});
        assertEquals(Set.of(record, "theirs.0"), redis.expiries.keySet());
    }

    @Test
    void noticesThatTheRecordIsGone() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec("recorded"));
        redis.answerInstead = command -> {
            if (command.verb() == Verb.BITOP) {
                redis.hashes.clear();
            }
            return null;
        };
        assertThrows(FilterGoneException.class, () -> filter.load(words(700), taken -> {}));
        assertTrue(redis.strings.keySet().stream().noneMatch(key -> key.contains("{")), redis.strings.toString());
    }
}
