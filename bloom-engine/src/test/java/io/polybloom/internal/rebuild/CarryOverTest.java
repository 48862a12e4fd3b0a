package io.polybloom.internal.rebuild;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.NearCache;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.StateText;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Verb;
import io.polybloom.testing.DyingRebuild;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Adds to a filter that is being rebuilt by a client which does not know it. */
class CarryOverTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = TestFilters.open(redis, TestFilters.clicks(1));
    private final String old = filter.description().layerIds().get(0);

    @BeforeEach
    void rebuildHalfWay() {
        DyingRebuild.dieUndecided(redis, List.of());
    }

    private static List<String> some(int count) {
        return words(count);
    }

    private void add(int count) {
        if (count == 1) {
            assertTrue(filter.add(some(1).get(0)));
        } else {
            for (boolean isNew : filter.addAll(some(count))) {
                assertTrue(isNew);
            }
        }
    }

    private void assertPresent(int count) {
        for (boolean present : TestFilters.open(redis, TestFilters.clicks(1)).mightContainAll(some(count))) {
            assertTrue(present);
        }
    }

    /** Runs something before the command that follows the add itself. */
    private void afterTheAdd(Runnable act) {
        boolean[] hasAdded = {false};
        redis.before = batch -> {
            if (hasAdded[0]) {
                redis.before = later -> {};
                act.run();
            }
            hasAdded[0] = batch.commands().get(0).verb() == Verb.BITFIELD;
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    void bringsNoElementBackThatAClearHasRemoved(int count) {
        afterTheAdd(() -> TestFilters.open(redis, TestFilters.clicks(1)).clear());
        add(count);
        assertEquals(
                0,
                redis.strings.values().stream()
                        .mapToInt(CarryOverTest::bitsOfElements)
                        .sum());
    }

    private static int bitsOfElements(byte[] bytes) {
        int bits = 0;
        for (int i = 0; i < bytes.length - 1; i++) {
            bits += Integer.bitCount(bytes[i] & 0xff);
        }
        return bits;
    }

    /** It would lack the elements that others have added. */
    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    void givesUpARebuildThatHasLostAPartition(int count) {
        List<String> keys = new ArrayList<>(redis.strings.keySet());
        keys.removeIf(key -> key.contains(old));
        assertEquals(1, keys.size());
        keys.forEach(redis::remove);
        add(count);
        assertEquals(Optional.empty(), StoredConfig.state(redis).filter().rebuild());
        assertEquals(1, redis.strings.size());
        assertPresent(count);
    }

    /** While an element is on its way there, the next generation comes into use, and is rebuilt in its turn. */
    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    void followsARebuildOfTheNextGeneration(int count) {
        String next = StoredConfig.state(redis).next().orElseThrow().layerIds().get(0);
        redis.once(batch -> isOn(batch, next), () -> {
            StoredConfig.write(redis, FilterState::switching);
            TestFilters.open(redis, TestFilters.clicks(1));
            DyingRebuild.dieUndecided(redis, List.of());
        });
        add(count);
        StoredConfig.write(redis, FilterState::switching);
        assertPresent(count);
        assertEquals(1, redis.strings.size());
    }

    private static boolean isOn(Batch batch, String layer) {
        return new String(batch.commands().get(0).key(), StandardCharsets.UTF_8).endsWith(layer);
    }

    /**
     * A failover has undone the rebuild that has set the mark. Its client may still decide, by a version that has read
     * what was undone: so a version says that this rebuild has ended.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    void endsARebuildThatTheRegisterDoesNotKnow(int count) {
        FilterState decided = StoredConfig.state(redis);
        StoredConfig.rollBack(redis, 2);
        assertEquals(0, StoredConfig.state(redis).filter().state().begun());
        add(count);
        assertEquals(1, StoredConfig.state(redis).filter().state().begun());
        String late = StateText.encode(decided.switching().following(Optional.of(decided), StoredConfig.id()));
        long number = decided.version().number() + 1;
        redis.hashes.get(StoredConfig.KEY).putIfAbsent(Long.toString(number), late);
        assertPresent(count);
        redis.batches.clear();
        assertFalse(filter.add(some(1).get(0)));
        assertEquals(1, redis.batches.size(), "the mark is not news any more");
    }

    @Test
    void readsTheRegisterOnceForEachRebuild() {
        add(1);
        redis.batches.clear();
        filter.add("another");
        assertTrue(redis.commands().allMatch(command -> command.verb() == Verb.BITFIELD));
        assertEquals(2, redis.batches.size(), "one for each generation");
    }

    @Test
    void leavesAnAbandonedRebuildAlone() {
        assertTrue(new BlockingBloomFilters(redis).run(FilterRebuild.abandon("clicks")));
        add(40);
        assertEquals(1, redis.strings.size());
        redis.batches.clear();
        assertFalse(filter.add("word-0"));
        assertEquals(1, redis.batches.size(), "the mark is not news any more");
    }

    /** That an element is in the generation says nothing about the next one, so the cache must not answer its add. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bringsElementsThatTheNearCacheKnowsIntoTheNextGeneration(boolean inBulk) {
        assertKnownElementIsKept((caching, clock) -> {
            caching.add("meets the mark");
            assertFalse(inBulk ? caching.addAll(List.of("known"))[0] : caching.add("known"));
        });
    }

    /** The look-up confirms that the element is there after the mark: from then on the cache would answer its add. */
    @Test
    void aLookUpThatMeetsAMarkTeachesTheNearCacheNothing() {
        assertKnownElementIsKept((caching, clock) -> {
            clock.addAndGet(NearCache.DEFAULT_CHECK.toNanos());
            assertTrue(caching.mightContain("known"));
            assertFalse(caching.add("known"));
        });
    }

    /** The rebuild does not read the element. So it is kept only if an add brings it into the next generation. */
    private static void assertKnownElementIsKept(BiConsumer<BloomFilter<CharSequence>, AtomicLong> adding) {
        MemoryRedis redis = new MemoryRedis();
        AtomicLong clock = new AtomicLong();
        NearCache cache = NearCache.ofMemory(1 << 20).timedBy(clock::get);
        BloomFilter<CharSequence> caching = TestFilters.open(
                redis, TestFilters.clicks(1), FilterOptions.defaults().nearCache(cache));
        caching.add("known");
        DyingRebuild.dieUndecided(redis, List.of());
        adding.accept(caching, clock);
        StoredConfig.write(redis, FilterState::switching);
        assertTrue(TestFilters.open(redis, TestFilters.clicks(1)).mightContain("known"));
    }
}
