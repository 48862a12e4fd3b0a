package io.polybloom.internal.rebuild;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LayerStats;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.state.FilterState;
import io.polybloom.spi.Reply;
import io.polybloom.testing.DyingRebuild;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RebuildingTest {

    private static final int ELEMENTS = 500;

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder clicks() {
        return TestFilters.clicks().partitions(2);
    }

    private BloomFilter<CharSequence> open(FilterSpecBuilder spec) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec);
        filter.addAll(words(ELEMENTS));
        return filter;
    }

    private static FilterRebuild.Plan plan() {
        return FilterRebuild.of("clicks");
    }

    private FilterRebuild.Report run(FilterRebuild rebuild) {
        return new BlockingBloomFilters(redis).run(rebuild);
    }

    private void assertFullOf(BloomFilter<CharSequence> filter, int elements) {
        assertAllPresent(filter, words(elements));
    }

    private Set<String> partitionsOf(FilterDescription filter) {
        Set<String> keys = new TreeSet<>(redis.strings.keySet());
        keys.removeIf(key -> filter.layerIds().stream().noneMatch(key::endsWith));
        return keys;
    }

    private Iterator<String> askMarks(FilterDescription old, int mask, List<String> elements) {
        assertEquals(2, partitionsOf(old).size());
        for (String key : partitionsOf(old)) {
            byte[] bytes = redis.strings.get(key);
            assertEquals(mask, bytes[bytes.length - 1] & 0x3f, key);
        }
        return elements.iterator();
    }

    /** The mark of an earlier one may still arrive, or be found by a client that has slept. */
    @Test
    void hasAMarkOfItsOwn() {
        BloomFilter<CharSequence> filter = open(clicks());
        DyingRebuild.dieUndecided(redis, words(ELEMENTS));
        run(plan().from(() -> askMarks(filter.description(), 0x30, words(ELEMENTS)), TEXT));
        assertFullOf(filter, ELEMENTS);
        assertEquals(2, redis.strings.size());
    }

    @Test
    void endsWithWhatItsSourceThrows() {
        BloomFilter<CharSequence> filter = open(clicks());
        Set<String> before = new TreeSet<>(redis.strings.keySet());
        IllegalStateException thrown = new IllegalStateException("the database is away");
        Iterator<String> elements = words(ELEMENTS).iterator();
        Iterator<String> failing = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                if (!elements.hasNext()) {
                    throw thrown;
                }
                return elements.next();
            }
        };
        List<Iterable<String>> sources = List.of(() -> failing, () -> {
            throw thrown;
        });
        for (Iterable<String> source : sources) {
            assertSame(thrown, assertThrows(IllegalStateException.class, () -> run(plan().from(source, TEXT))));
            assertEquals(before, redis.strings.keySet());
        }
        assertFullOf(filter, ELEMENTS);
    }

    @Test
    void refusesMoreElementsThanAFilterThatRejectsHasRoomFor() {
        BloomFilter<CharSequence> filter = open(clicks().overCapacity(OverCapacity.REJECT));
        Set<String> before = new TreeSet<>(redis.strings.keySet());
        OverCapacityException full = assertThrows(
                OverCapacityException.class, () -> run(plan().capacity(100).from(words(ELEMENTS), TEXT)));
        assertEquals(100, full.capacity());
        assertEquals(before, redis.strings.keySet());
        assertFullOf(filter, ELEMENTS);
        assertEquals(
                2000,
                run(plan().capacity(2000).from(words(ELEMENTS), TEXT))
                        .description()
                        .capacity());
    }

    /** The number of elements is estimated, so of such sets about half seem to have more. */
    @Test
    void takesAsManyElementsAsAFilterThatRejectsIsMadeFor() {
        open(clicks().overCapacity(OverCapacity.REJECT));
        for (int set = 0; set < 10; set++) {
            String prefix = set + "-";
            List<String> elements = words(ELEMENTS).stream().map(prefix::concat).toList();
            run(plan().capacity(ELEMENTS).from(elements, TEXT));
        }
    }

    /** A partition that is not alive may lack elements that others have added to it. */
    @Test
    void isNotDecidedIfItHasLostAPartition() {
        BloomFilter<CharSequence> filter = open(clicks());
        Set<String> before = new TreeSet<>(redis.strings.keySet());
        List<String> lost = new ArrayList<>();
        LostDataException thrown = assertThrows(
                LostDataException.class,
                () -> run(plan().from(
                                () -> {
                                    lost.addAll(StoredConfig.keysOfPartition(redis, 0));
                                    lost.removeAll(before);
                                    lost.forEach(redis::remove);
                                    return words(ELEMENTS).iterator();
                                },
                                TEXT)));
        assertEquals(1, lost.size());
        assertTrue(thrown.getMessage().contains(lost.get(0)), thrown.getMessage());
        assertEquals(before, redis.strings.keySet());
        assertFullOf(filter, ELEMENTS);
    }

    /** The first decision counts, even if its answer was lost. */
    @Test
    void isCompleteIfItWasDecidedByACommandWhoseAnswerWasLost() {
        BloomFilter<CharSequence> filter = open(clicks());
        boolean[] isLost = {false};
        redis.answerInstead = command -> {
            if (isLost[0] || !StoredConfig.decidesOnRebuild(command)) {
                return null;
            }
            isLost[0] = true;
            StoredConfig.write(redis, FilterState::switching);
            return Reply.Failure.ofServer("ERR no answer", null);
        };
        FilterRebuild.Report report = run(plan().from(words(ELEMENTS), TEXT));
        assertEquals(ELEMENTS, report.elements());
        assertFullOf(filter, ELEMENTS);
        assertEquals(report.description(), filter.description());
    }

    @Test
    void makesOneLayerOfAFilterThatHasGrown() {
        BloomFilter<CharSequence> filter = open(clicks().capacity(200).overCapacity(OverCapacity.GROW));
        assertEquals(2, filter.description().layers().size());
        FilterDescription one = run(plan().from(words(ELEMENTS), TEXT)).description();
        assertEquals(1, one.layers().size());
        assertEquals(600, one.capacity());
        assertFullOf(filter, ELEMENTS);
    }

    @Test
    void growsIfItReadsMoreElementsThanItsCapacity() {
        BloomFilter<CharSequence> filter = open(clicks().falsePositiveRate(1e-9).overCapacity(OverCapacity.GROW));
        List<String> elements = words(5_000);
        FilterDescription next =
                run(plan().capacity(ELEMENTS).from(elements, TEXT)).description();
        assertEquals(4, next.layers().size());
        assertFullOf(filter, 5_000);
        assertEquals(next, filter.description());
        assertEquals(0, count(filter, "other-", 20_000));
        for (LayerStats layer : filter.stats().layers()) {
            assertTrue(layer.estimatedCount() <= layer.capacity() * 1.02, layer.toString());
        }
        assertEquals(2 * 4, redis.strings.size(), "a key for each partition");
    }

    private boolean isOfTheRebuild(String key, int layer) {
        List<String> filling = StoredConfig.state(redis)
                .filter()
                .rebuild()
                .map(rebuild -> rebuild.next().layerIds())
                .orElse(List.of());
        return filling.size() > layer && key.endsWith(filling.get(layer));
    }

    /** As if another client had opened the second layer, and had died before it sealed the first one. */
    @Test
    void sealsTheLayerBeforeOneThatAnotherClientHasOpened() {
        BloomFilter<CharSequence> filter = open(clicks().overCapacity(OverCapacity.GROW));
        String old = filter.description().generation();
        boolean[] isTaken = {false};
        Iterable<String> elements = () -> words(5_000).stream()
                .peek(element -> {
                    boolean isOpen = redis.strings.keySet().stream().anyMatch(key -> isOfTheRebuild(key, 1));
                    if (isOpen && !isTaken[0]) {
                        isTaken[0] = true;
                        redis.strings.forEach((key, bytes) -> {
                            if (isOfTheRebuild(key, 0)) {
                                bytes[bytes.length - 1] &= (byte) ~0x40;
                            }
                        });
                    }
                })
                .iterator();
        run(plan().capacity(ELEMENTS).from(elements, TEXT));
        List<LayerStats> layers = filter.stats().layers();
        assertEquals(4, layers.size());
        assertTrue(isTaken[0]);
        layers.subList(0, 3).forEach(layer -> assertTrue(layer.sealed(), layer.toString()));
    }

    /** One layer takes as many elements as it is made for, whatever the estimate of their number is. */
    @Test
    void makesOneLayerForTheElementsOfItsCapacity() {
        BloomFilter<CharSequence> filter = open(clicks().overCapacity(OverCapacity.GROW));
        run(plan().capacity(4_000).from(words(4_000), TEXT));
        assertEquals(1, filter.description().layers().size());
    }

    /** One call of another client has ten times as many elements as the next generation is made for. */
    @Test
    void growsByTheElementsOfOthers() {
        BloomFilter<CharSequence> filter =
                open(clicks().capacity(10_000).falsePositiveRate(1e-9).overCapacity(OverCapacity.GROW));
        run(plan().capacity(ELEMENTS).from(() -> addedMeanwhile(filter), TEXT));
        assertFullOf(filter, 5_000);
        assertEquals(4, filter.description().layers().size());
        assertEquals(0, count(filter, "other-", 20_000));
        for (LayerStats layer : filter.stats().layers()) {
            assertTrue(layer.estimatedCount() <= layer.capacity() * 1.02, layer.toString());
        }
    }

    @Test
    void isGivenUpIfAFilterThatRejectsHasNoRoomForTheElementsOfOthers() {
        BloomFilter<CharSequence> filter = open(clicks().capacity(10_000).overCapacity(OverCapacity.REJECT));
        FilterDescription old = filter.description();
        LostDataException ended = assertThrows(
                LostDataException.class, () -> run(plan().capacity(ELEMENTS).from(() -> addedMeanwhile(filter), TEXT)));
        assertTrue(ended.getMessage().contains("or has added more elements"), ended.getMessage());
        assertFullOf(filter, 5_000);
        assertEquals(old.generation(), filter.description().generation());
        assertEquals(partitionsOf(old), redis.strings.keySet());
    }

    private static Iterator<String> addedMeanwhile(BloomFilter<CharSequence> filter) {
        filter.addAll(words(5_000));
        return words(100).iterator();
    }

    private static int count(BloomFilter<CharSequence> filter, String prefix, int count) {
        List<String> words =
                IntStream.range(0, count).mapToObj(number -> prefix + number).toList();
        int present = 0;
        for (boolean isPresent : filter.mightContainAll(words)) {
            present += isPresent ? 1 : 0;
        }
        return present;
    }
}
