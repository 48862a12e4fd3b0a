package io.polybloom.internal.foreign;

import static io.polybloom.testing.TestFilters.count;
import static io.polybloom.testing.TestFilters.words;
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
import io.polybloom.ForeignDataException;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.ParametersNeededException;
import io.polybloom.locate.ElementLocation;
import io.polybloom.locate.ElementLocator;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** The engine with a layout of another system that stores nothing but bits. */
class BareFilterTest {

    private final MemoryRedis redis = new MemoryRedis(2);

    private static FilterSpecBuilder bare() {
        return FilterSpec.named("any key, {even{ this")
                .layout("plain")
                .bits(10_007)
                .hashes(5);
    }

    @Test
    void setsTheBitsOfTheLayoutAndNothingElse() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, bare());
        assertTrue(redis.snapshot().isEmpty());
        List<String> elements = words(900);
        assertEquals(900, count(filter.addAll(elements.subList(0, 890))) + 10, 20);
        elements.subList(890, 900).forEach(filter::add);

        Map<String, byte[]> expected = new TreeMap<>();
        ElementLocator locator = ElementLocator.planned(bare().build(), 2);
        for (String element : elements) {
            ElementLocation place =
                    locator.locate(element.getBytes(StandardCharsets.UTF_8)).get(0);
            byte[] bits = expected.computeIfAbsent(place.key(), key -> new byte[(10_007 + 7) / 8]);
            place.offsets().forEach(offset -> bits[(int) (offset >> 3)] |= (byte) (128 >> (offset & 7)));
        }
        assertEquals(expected.keySet(), redis.strings.keySet());
        expected.forEach((key, bits) -> {
            byte[] stored = redis.strings.get(key);
            assertArrayEquals(bits, java.util.Arrays.copyOf(stored, bits.length), key);
            assertTrue(stored.length <= bits.length, "no trailer follows");
        });
        assertTrue(redis.hashes.isEmpty());
        assertEquals(900, count(filter.mightContainAll(elements)));
        assertFalse(filter.add("word-7"));
        assertTrue(filter.mightContain("word-7"));
        assertFalse(filter.mightContain("nobody has added this"));
    }

    @Test
    void measuresTheBits() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, bare());
        assertEquals(0, filter.stats().estimatedCount());
        filter.addAll(words(1000));
        FilterStats stats = filter.stats();
        assertEquals(1000, stats.estimatedCount(), 30);
        assertEquals(20_014, stats.sampledBits());
        assertEquals(2 * 1251, stats.memoryBytes());
        assertFalse(stats.layers().get(0).sealed());
        assertTrue(filter.description().ready());
    }

    @Test
    void tellsAListenerWhenTheCapacityIsPassed() {
        List<FilterStats> told = new ArrayList<>();
        BloomFilter<CharSequence> filter = TestFilters.open(
                redis,
                FilterSpec.named("a").layout("plain").capacity(500),
                FilterOptions.defaults().overCapacityListener(told::add));
        filter.addAll(words(2500));
        assertEquals(1, told.size());
    }

    @Test
    void emptiesExpiresAndRemoves() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, bare());
        filter.expire(Duration.ofMinutes(5));
        assertEquals(2, redis.expiries.size(), "also before the first add");
        assertFalse(filter.mightContain("word-1"));
        filter.addAll(words(10));
        filter.clear();
        assertEquals(0, count(filter.mightContainAll(words(10))));
        assertEquals(2, redis.expiries.size(), "an emptied filter still expires");
        filter.delete();
        assertTrue(redis.snapshot().isEmpty());
        filter.clear();
        assertTrue(redis.snapshot().isEmpty());
    }

    @Test
    void refusesWhatTheLayoutCannotDo() {
        for (Consumer<FilterSpecBuilder> option : List.<Consumer<FilterSpecBuilder>>of(
                spec -> spec.partitions(3),
                spec -> spec.overCapacity(OverCapacity.GROW),
                spec -> spec.overCapacity(OverCapacity.REJECT))) {
            FilterSpecBuilder builder = bare();
            option.accept(builder);
            String message =
                    assertThrows(IllegalArgumentException.class, builder::build).getMessage();
            assertTrue(message.startsWith("the layout plain "), message);
        }
        FilterOptions cached = FilterOptions.defaults().nearCache(NearCache.ofMemory(4096));
        String message = assertThrows(IllegalArgumentException.class, () -> TestFilters.open(redis, bare(), cached))
                .getMessage();
        assertTrue(message.startsWith("the layout plain does not mark its keys"), message);
        assertThrows(
                IllegalArgumentException.class,
                () -> FilterSpec.named("").layout("plain").capacity(1).build());
    }

    @Test
    void neverTakesAnErrorForAnAnswer() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, bare());
        redis.hashes.put("any key, {even{ this.0", new TreeMap<>(Map.of("a", "b")));
        redis.hashes.put("any key, {even{ this.1", new TreeMap<>(Map.of("a", "b")));
        assertThrows(ForeignDataException.class, () -> filter.mightContain("a"));
        assertThrows(ForeignDataException.class, () -> TestFilters.open(redis, bare()));
    }

    @Test
    void saysWhatLiesUnderANameWhoseParametersNobodyKnows() {
        FilterSpec existing = FilterSpec.existing("old").layout("plain").build();
        assertThrows(FilterGoneException.class, () -> TestFilters.open(redis, existing));
        redis.strings.put("old.0", new byte[1234]);
        ParametersNeededException needed =
                assertThrows(ParametersNeededException.class, () -> TestFilters.open(redis, existing));
        assertEquals("old.0", needed.key());
        assertEquals(1234, needed.bytes());
    }

    /** It may have been deleted: nothing tells the two apart. */
    @Test
    void takesAnEmptyFilterForAnAbsentOneIfTheOpenerNeverCreates() {
        FilterOptions options = FilterOptions.defaults().neverCreate();
        BloomFilter<CharSequence> filter = TestFilters.open(redis, bare());
        String message = assertThrows(FilterGoneException.class, () -> TestFilters.open(redis, bare(), options))
                .getMessage();
        assertTrue(message.contains("does not exist, or is empty: there is no key any key, {even{ this.0"), message);
        filter.add("a");
        assertTrue(TestFilters.open(redis, bare(), options).mightContain("a"));
    }

    @Test
    void warnsOfAStringThatIsLongerThanTheParametersAllow() {
        assertEquals(List.of(), warnings(() -> TestFilters.open(redis, bare())));
        redis.strings.put("any key, {even{ this.1", new byte[1251]);
        assertEquals(List.of(), warnings(() -> TestFilters.open(redis, bare())));
        redis.strings.put("any key, {even{ this.1", new byte[1252]);
        List<String> warned = warnings(() -> TestFilters.open(redis, bare()));
        assertEquals(1, warned.size());
        assertTrue(warned.get(0).contains("any key, {even{ this.1 has 1252 bytes, more than the 1251"), warned.get(0));
    }

    private static List<String> warnings(Runnable action) {
        return TestFilters.logged(action).stream()
                .map(new SimpleFormatter()::formatMessage)
                .toList();
    }
}
