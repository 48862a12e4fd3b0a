package io.polybloom.internal.capacity;

import static io.polybloom.testing.TestFilters.count;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters that grow. Elements are numbered, so every run gives the same counts. */
class GrowthTest {

    private static final FilterSpec SPEC = spec(1000, 2);

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpec spec(long capacity, int partitions) {
        return TestFilters.growing(capacity, partitions).build();
    }

    @Test
    void givesEachLayerTwiceTheCapacityAndHalfTheRate() {
        assertEquals(new Geometry(5880, 5, 2), SPEC.geometry(1));
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        addAll(filter, words(30_000));
        List<Geometry> layers = filter.description().layers();
        assertEquals(5, layers.size());
        for (int layer = 0; layer < layers.size(); layer++) {
            Geometry expected = FilterSpec.named("x")
                    .capacity(1000L << layer)
                    .falsePositiveRate(0.01 / (2L << layer))
                    .partitions(2)
                    .build()
                    .geometry(1);
            assertEquals(expected, layers.get(layer), "layer " + layer);
            String key = StoredConfig.partition(filter.description(), layer, 0);
            assertEquals(expected.partitionBits() / 8 + 1, redis.strings.get(key).length);
        }
        assertEquals(layers, StoredConfig.state(redis).filter().layers());
    }

    @Test
    void keepsItsRateAndForgetsNothingHoweverFarItGrows() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        List<String> elements = words(30_000);
        int refused = elements.size() - addAll(filter, elements);
        assertTrue(refused <= 300, "called seen although new: " + refused);
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
        List<String> absent = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            absent.add("absent-" + i);
        }
        int falsePositives = count(filter.mightContainAll(absent));
        assertTrue(falsePositives <= 0.01 * absent.size(), "false positives: " + falsePositives);
        FilterStats stats = filter.stats();
        assertEquals(30_000, stats.estimatedCount(), 600);
        for (LayerStats layer : stats.layers().subList(0, stats.layers().size() - 1)) {
            assertEquals(1, layer.estimatedCount() / (double) layer.capacity(), 0.10);
            assertTrue(layer.sealed());
        }
    }

    @Test
    void answersSingleCallsOverAllLayers() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(100, 1));
        List<String> elements = words(1000);
        int fresh = 0;
        for (String element : elements) {
            fresh += filter.add(element) ? 1 : 0;
        }
        assertTrue(fresh >= 985, "fresh " + fresh);
        for (String element : elements) {
            assertTrue(filter.mightContain(element), element);
            assertFalse(filter.add(element), element);
        }
        assertTrue(filter.description().layers().size() >= 4);
    }

    @Test
    void isUnderstoodByClientsThatHaveNotSeenTheNewLayer() {
        FilterSpec spec = spec(300, 2);
        BloomFilter<CharSequence> stale = TestFilters.open(redis, spec);
        assertTrue(stale.add("mine"));
        BloomFilter<CharSequence> growing = TestFilters.open(redis, spec);
        List<String> elements = words(3000);
        addAll(growing, elements);
        assertEquals(1, stale.description().layers().size());
        assertEquals(elements.size(), count(stale.mightContainAll(elements)));

        BloomFilter<CharSequence> staleAdder = TestFilters.open(redis, spec);
        for (String element : elements) {
            assertFalse(staleAdder.add(element), element);
        }
    }

    /**
     * The client that opens a layer fails after the given number of its commands; others continue, and nothing is
     * forgotten.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    void survivesACrashAtAnyPointOfTheGrowth(int survivingCommands) {
        FilterSpec spec = spec(500, 3);
        BloomFilter<CharSequence> crashing = TestFilters.open(redis, spec);
        int[] left = {survivingCommands};
        redis.answerInstead = command -> {
            boolean belongsToGrowth = isGrowth(command.verb(), new String(command.key(), StandardCharsets.UTF_8))
                    || command.verb() == Verb.BITFIELD && command.arguments().length == 7;
            return belongsToGrowth && left[0]-- <= 0
                    ? Reply.Failure.notSent(new IllegalStateException("crashed"))
                    : null;
        };
        List<String> elements = words(5000);
        List<String> added = new ArrayList<>();
        try {
            for (String element : elements) {
                crashing.add(element);
                added.add(element);
            }
        } catch (BackendException crash) {
            assertTrue(added.size() >= 450, "added " + added.size());
        }
        redis.answerInstead = command -> null;
        BloomFilter<CharSequence> next = TestFilters.open(redis, spec);
        assertEquals(added.size(), count(next.mightContainAll(added)));
        addAll(next, elements);
        assertEquals(elements.size(), count(next.mightContainAll(elements)));
        assertEquals(elements.size(), count(crashing.mightContainAll(elements)));
        for (LayerStats layer : next.stats().layers()) {
            assertTrue(layer.estimatedCount() <= 1.15 * layer.capacity(), layer.toString());
        }
    }

    /** As if another server had answered than the one that took the claim. */
    @Test
    void aClaimThatTheRegisterNeverShowsIsALoss() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(500, 2));
        redis.pretend(Verb.HSETNX);
        PartialBulkException partial = assertThrows(PartialBulkException.class, () -> addAll(filter, words(5000)));
        LostDataException lost = assertInstanceOf(LostDataException.class, partial.getCause());
        assertTrue(lost.getMessage().contains("missed what had been written"), lost::getMessage);
        redis.answerInstead = command -> null;
        addAll(filter, words(5000));
        assertEquals(5000, count(filter.mightContainAll(words(5000))));
    }

    @Test
    void neverAnswersWhenTheRegisterHasForgottenItsLayersUntilItIsCleared() {
        FilterSpec spec = spec(300, 2);
        BloomFilter<CharSequence> first = TestFilters.open(redis, spec);
        long number = StoredConfig.number(redis);
        addAll(first, words(2000));
        StoredConfig.rollBack(redis, number);
        BloomFilter<CharSequence> other = TestFilters.open(redis, spec);
        assertThrows(LostDataException.class, () -> other.mightContain("word-1999"));
        assertThrows(LostDataException.class, () -> other.add("entirely new"));
        assertTrue(other.mightContain("word-0"));
        other.clear();
        assertTrue(other.add("entirely new"));
    }

    /** The replica that takes over has neither the later layers nor their names. */
    @Test
    void saysOnceThatAFailoverHasUndoneItsGrowth() {
        FilterSpec spec = spec(300, 2);
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec);
        BloomFilter<CharSequence> other = TestFilters.open(redis, spec);
        assertTrue(filter.add("early"));
        Runnable failover = redis.failover();
        addAll(filter, words(2000));
        assertTrue(other.mightContain("word-1999"));
        failover.run();
        assertSaysOnce(assertThrows(LostDataException.class, () -> filter.mightContain("word-1999")));
        assertFalse(filter.mightContain("word-1999"));
        assertTrue(filter.mightContain("early"));
        assertSaysOnce(assertThrows(LostDataException.class, () -> other.add("word-1999")));
        assertTrue(other.add("word-1999"));
        assertTrue(TestFilters.open(redis, spec).mightContain("early"));
        addAll(other, words(2000));
        assertEquals(2000, count(filter.mightContainAll(words(2000))));
    }

    /** Another client has found the element in the sealed layer, and was told that it is present. */
    @Test
    void doesNotTellWhatItHasAddedToASealedLayerThatIsCleared() {
        FilterSpec spec = spec(300, 2);
        BloomFilter<CharSequence> stale = TestFilters.open(redis, spec);
        BloomFilter<CharSequence> other = TestFilters.open(redis, spec);
        // From now on it takes the layer for open, and does not measure it.
        assertTrue(stale.add("mine"));
        addAll(other, words(2000));
        Runnable clear = () -> {
            assertFalse(other.add("late"));
            other.clear();
            assertTrue(other.add("late"));
        };
        redis.once(
                MemoryRedis.beginsWith(Verb.BITFIELD), () -> redis.once(MemoryRedis.beginsWith(Verb.HGETALL), clear));
        LostDataException untold = assertThrows(LostDataException.class, () -> stale.add("late"));
        assertTrue(untold.getMessage().contains("whether 1 of them were new is unknown"), untold::getMessage);
        assertFalse(stale.add("late"));
    }

    private static void assertSaysOnce(LostDataException lost) {
        assertTrue(lost.getMessage().contains("a failover has undone"), lost::getMessage);
        assertTrue(lost.getMessage().contains("comes once"), lost::getMessage);
    }

    @Test
    void beginsWithOneLayerAgainAfterAClear() {
        FilterSpec spec = spec(300, 2);
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec);
        BloomFilter<CharSequence> other = TestFilters.open(redis, spec);
        addAll(filter, words(2000));
        filter.clear();
        assertEquals(1, filter.description().layers().size());
        assertEquals(2, redis.strings.size());
        assertEquals(1, StoredConfig.state(redis).filter().layerIds().size());
        assertFalse(other.mightContain("word-3"));
        addAll(other, words(2000));
        assertEquals(2000, count(filter.mightContainAll(words(2000))));
    }

    private static boolean isGrowth(Verb verb, String key) {
        return verb == Verb.SETBIT || verb == Verb.HSETNX && key.equals(StoredConfig.KEY);
    }

    private static int addAll(BloomFilter<CharSequence> filter, List<String> elements) {
        int fresh = 0;
        for (int from = 0; from < elements.size(); from += 700) {
            fresh += count(filter.addAll(elements.subList(from, Math.min(elements.size(), from + 700))));
        }
        return fresh;
    }
}
