package io.polybloom.internal.membership;

import static io.polybloom.testing.TestFilters.count;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import io.polybloom.locate.ElementLocation;
import io.polybloom.locate.ElementLocator;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The engine with the layouts {@code blocked-v1} and {@code words-v1}. Elements are numbered, so every run gives the
 * same counts.
 */
class BlockedFilterTest {

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder blocked(long capacity, int partitions) {
        return spec(Layouts.BLOCKED, capacity, partitions);
    }

    private static FilterSpecBuilder spec(String layout, long capacity, int partitions) {
        return FilterSpec.named("clicks").layout(layout).capacity(capacity).partitions(partitions);
    }

    @ParameterizedTest
    @ValueSource(strings = {Layouts.BLOCKED, Layouts.WORDS})
    void setsTheBitsOfTheLayoutAndNoOthers(String layout) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(layout, 2000, 3));
        List<String> elements = words(2000);
        filter.addAll(elements.subList(0, 1990));
        elements.subList(1990, 2000).forEach(filter::add);

        Geometry geometry = filter.description().geometry();
        ElementLocator locator = ElementLocator.stored(filter.description());
        Map<String, byte[]> expected = new TreeMap<>();
        for (int partition = 0; partition < 3; partition++) {
            byte[] bits = new byte[(int) geometry.partitionBits() / 8 + 1];
            bits[bits.length - 1] = (byte) 0x80;
            expected.put(StoredConfig.partition(filter.description(), 0, partition), bits);
        }
        for (String element : elements) {
            ElementLocation location =
                    locator.locate(element.getBytes(StandardCharsets.UTF_8)).get(0);
            for (long offset : location.offsets()) {
                expected.get(location.key())[(int) (offset >> 3)] |= (byte) (128 >> (offset & 7));
            }
        }
        assertEquals(expected.keySet(), redis.strings.keySet());
        expected.forEach((key, bits) -> assertArrayEquals(bits, redis.strings.get(key), key));
    }

    @Test
    void looksManyUpByTheirBlocksAndReadsTheTrailerLast() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, blocked(2000, 1));
        filter.addAll(words(100));
        redis.batches.clear();
        assertEquals(100, count(filter.mightContainAll(words(100))));
        assertEquals(1, redis.batches.size());
        List<Command> commands = redis.batches.get(0).commands();
        assertEquals(101, commands.size());
        assertTrue(commands.subList(0, 100).stream().allMatch(command -> command.verb() == Verb.GETRANGE));
        assertEquals(Verb.BITFIELD_RO, commands.get(100).verb());
    }

    @Test
    void looksUpOneOrManyByTheirWordsInOneCommand() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(Layouts.WORDS, 2000, 1));
        filter.addAll(words(100));
        for (int count : new int[] {1, 100}) {
            redis.batches.clear();
            assertEquals(count, count(filter.mightContainAll(words(count))));
            assertTrue(filter.mightContain("word-7"));
            assertEquals(2, redis.batches.size());
            Command command = redis.batches.get(0).commands().get(0);
            assertEquals(1, redis.batches.get(0).commands().size());
            assertEquals(Verb.BITFIELD, command.verb());
            assertEquals(3 * (2 + count), command.arguments().length);
            assertEquals(9, redis.batches.get(1).commands().get(0).arguments().length);
        }
    }

    @Test
    void neverTakesALostBlockForAnAnswer() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, blocked(2000, 1));
        filter.addAll(words(100));
        String key = redis.strings.keySet().iterator().next();
        byte[] whole = redis.strings.get(key);
        redis.before = batch -> redis.strings.remove(key);
        assertThrows(LostDataException.class, () -> filter.mightContainAll(words(100)));
        // The key comes back between the blocks and the trailer.
        redis.before = batch -> redis.strings.put(key, new byte[0]);
        redis.answerInstead = command -> {
            redis.strings.put(key, command.verb() == Verb.BITFIELD_RO ? whole : new byte[0]);
            return null;
        };
        assertThrows(LostDataException.class, () -> filter.mightContainAll(words(100)));
    }

    @ParameterizedTest
    @ValueSource(strings = {Layouts.BLOCKED, Layouts.WORDS})
    void addsLooksUpAndMeasures(String layout) {
        FilterSpec spec = spec(layout, 20_000, 3).build();
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec);
        assertTrue(filter.add("word-7"));
        assertFalse(filter.add("word-7"));
        List<String> elements = words(20_000);
        filter.addAll(elements);
        assertEquals(elements.size(), count(TestFilters.open(redis, spec).mightContainAll(elements)));
        assertEquals(500, count(filter.mightContainAll(absent(50_000))), 5 * Math.sqrt(50_000 * 0.01 * 0.99));
        FilterStats stats = filter.stats();
        assertEquals(20_000, stats.estimatedCount(), 300);
        assertEquals(0.01, stats.currentFalsePositiveRate(), 0.0005);
        assertEquals(spec.geometry(1).totalBits(), stats.sampledBits());
    }

    @Test
    void estimatesALargeFilterFromASample() {
        BloomFilter<CharSequence> filter =
                TestFilters.open(redis, blocked(300_000, 1).falsePositiveRate(1e-6));
        filter.addAll(words(300_000));
        FilterStats stats = filter.stats();
        assertTrue(stats.sampledBits() < stats.description().geometry().totalBits() / 2);
        assertEquals(1, stats.estimatedCount() / 300_000.0, 0.015);
        assertEquals(1, stats.currentFalsePositiveRate() / 1e-6, 0.15);
    }

    @ParameterizedTest
    @EnumSource(Sizing.class)
    void growsByItsOwnSizing(Sizing sizing) {
        FilterSpec spec =
                blocked(1000, 2).sizing(sizing).overCapacity(OverCapacity.GROW).build();
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec);
        List<String> elements = words(12_000);
        for (int from = 0; from < elements.size(); from += 500) {
            filter.addAll(elements.subList(from, from + 500));
        }
        List<Geometry> layers = filter.description().layers();
        assertEquals(4, layers.size());
        for (int layer = 0; layer < layers.size(); layer++) {
            FilterSpec expected = blocked(1000L << layer, 2)
                    .falsePositiveRate(0.01 / (2L << layer))
                    .sizing(sizing)
                    .build();
            assertEquals(expected.geometry(1), layers.get(layer), "layer " + layer);
        }
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
        int falsePositives = count(filter.mightContainAll(absent(50_000)));
        assertTrue(falsePositives <= 500, "false positives: " + falsePositives);
        List<LayerStats> measured = filter.stats().layers();
        for (LayerStats layer : measured.subList(0, measured.size() - 1)) {
            assertEquals(1, layer.estimatedCount() / (double) layer.capacity(), 0.10);
        }
    }

    private static List<String> absent(int count) {
        List<String> absent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            absent.add("absent-" + i);
        }
        return absent;
    }
}
