package io.polybloom.internal.transfer;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterMerge;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.MemoryRedis;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UnionTest {

    private static final int ELEMENTS = 600;

    private final MemoryRedis redis = new MemoryRedis();

    private FilterMerge.Report merge(FilterMerge merge) {
        return new BlockingBloomFilters(redis).run(merge);
    }

    private static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).capacity(1000).partitions(3);
    }

    private BloomFilter<CharSequence> open(FilterSpecBuilder spec) {
        return TestFilters.open(redis, spec.build());
    }

    private BloomFilter<CharSequence> existing(String name) {
        return open(FilterSpec.existing(name));
    }

    /** Opens filters with the first and the last two thirds of the elements. */
    private void openSources() {
        open(spec("a")).addAll(words(ELEMENTS).subList(0, 2 * ELEMENTS / 3));
        open(spec("b")).addAll(words(ELEMENTS).subList(ELEMENTS / 3, ELEMENTS));
    }

    /** The strings of a filter, by the number of their partition and layer. */
    private Map<String, String> bits(String name) {
        String generation = existing(name).description().generation();
        Map<String, String> bits = new TreeMap<>();
        redis.snapshot().forEach((key, value) -> {
            if (key.contains(generation)) {
                bits.put(key.replace(generation, "").replace("{" + name + ":", "{"), value);
            }
        });
        return bits;
    }

    @Test
    void makesTheFilterThatGotAllElements() {
        openSources();
        BloomFilter<CharSequence> all = open(spec("all"));
        all.addAll(words(ELEMENTS));
        Map<String, String> before = redis.snapshot();

        FilterMerge.Report report = merge(FilterMerge.of("a", "b").into("c"));

        assertEquals(bits("all"), bits("c"));
        assertEquals(all.stats().layers(), existing("c").stats().layers());
        assertArrayEquals(all.mightContainAll(words(2000)), existing("c").mightContainAll(words(2000)));
        assertEquals(existing("c").description(), report.description());
        assertEquals(3, report.partitions());
        assertEquals(2 * (all.description().memoryBytes() - 3), report.bytes(), "all but the trailers");
        assertTrue(redis.snapshot().entrySet().containsAll(before.entrySet()), "the sources stay as they are");
        assertEquals(before.size() + 5, redis.snapshot().size(), "three partitions, config and trace");
    }

    @Test
    void addsToATargetThatKeepsItsElementsAndItsExpiry() {
        openSources();
        existing("a").expire(Duration.ofMinutes(1));
        BloomFilter<CharSequence> target = open(spec("c"));
        target.add("its own");
        target.expire(Duration.ofHours(5));
        Map<String, Long> expiries = new TreeMap<>(redis.expiries);
        merge(FilterMerge.of("a", "b").into("c"));
        assertTrue(target.mightContain("its own"));
        for (boolean present : target.mightContainAll(words(ELEMENTS))) {
            assertTrue(present);
        }
        assertEquals(expiries, new TreeMap<>(redis.expiries));
    }

    @Test
    void inheritsNoExpiry() {
        openSources();
        existing("a").expire(Duration.ofHours(5));
        Map<String, Long> expiries = new TreeMap<>(redis.expiries);
        assertEquals(
                Optional.empty(),
                merge(FilterMerge.of("a", "b").into("c")).description().expireAt());
        assertEquals(expiries, new TreeMap<>(redis.expiries));
    }

    @Test
    void hasTheKeyOfItsSources() {
        open(spec("a").keyed()).addAll(words(ELEMENTS));
        merge(FilterMerge.of("a").into("b"));
        merge(FilterMerge.of("a", "b").into("c"));
        for (boolean present : existing("c").mightContainAll(words(ELEMENTS))) {
            assertTrue(present);
        }
        assertEquals(
                existing("a").description().hash(), existing("c").description().hash());
    }

    @Test
    void mergesGrownFiltersLayerByLayer() {
        FilterSpecBuilder a = FilterSpec.named("a").capacity(100).partitions(2).overCapacity(OverCapacity.GROW);
        FilterSpecBuilder b = FilterSpec.named("b").capacity(100).partitions(2).overCapacity(OverCapacity.GROW);
        List<String> ours = words(250);
        List<String> theirs = ours.stream().map(word -> "their " + word).toList();
        open(a).addAll(ours);
        open(b).addAll(theirs);
        assertEquals(2, existing("a").description().layers().size());
        FilterMerge merge = FilterMerge.of("a", "b").into("c");
        FilterMerge.Report report = merge(merge);
        assertEquals(4, report.partitions());
        requireAll(ours, theirs);
        int layers = existing("c").description().layers().size();
        assertTrue(layers >= 2);
        assertTrue(existing("c").stats().layers().get(0).sealed());
        assertFalse(existing("c").stats().layers().get(layers - 1).sealed());

        Map<String, String> once = bits("c");
        merge(merge);
        assertEquals(once, bits("c"), "what is merged already stays as it is");
        requireAll(ours, theirs);
    }

    /** The opener of the second layer has died before it sealed the first one. */
    @Test
    void leadsThoseWhoDoNotKnowALayerToIt() {
        FilterSpecBuilder a = FilterSpec.named("a").capacity(100).partitions(2).overCapacity(OverCapacity.GROW);
        open(a).addAll(words(130));
        FilterSpecBuilder c = FilterSpec.named("c").capacity(100).partitions(2).overCapacity(OverCapacity.GROW);
        BloomFilter<CharSequence> stale = open(c);
        open(c).addAll(words(130).stream().map(word -> "their " + word).toList());
        redis.strings.forEach((key, bits) -> {
            if (key.startsWith("bloom:{c:") && key.endsWith(".0")) {
                bits[bits.length - 1] &= (byte) ~0x40;
            }
        });
        assertFalse(existing("c").stats().layers().get(0).sealed());
        // The union fills the second layer only in part, so nothing else seals the first one.
        merge(FilterMerge.of("a").into("c"));
        for (boolean present : stale.mightContainAll(words(130))) {
            assertTrue(present);
        }
        assertEquals(2, existing("c").description().layers().size());
    }

    private void requireAll(List<String> ours, List<String> theirs) {
        List<String> all = new ArrayList<>(ours);
        all.addAll(theirs);
        for (boolean present : existing("c").mightContainAll(all)) {
            assertTrue(present);
        }
    }

    @Test
    void keepsWhatOthersAddToTheTargetMeanwhile() {
        openSources();
        merge(FilterMerge.of("a").into("c"));
        BloomFilter<CharSequence> target = existing("c");
        List<String> added = new ArrayList<>();
        redis.before = batch -> {
            if (added.size() < 50 && batch.commands().get(0).verb() != Verb.BITFIELD) {
                String element = "added " + added.size();
                added.add(element);
                target.add(element);
            }
        };
        merge(FilterMerge.of("b").into("c"));
        redis.before = batch -> {};
        assertTrue(added.size() > 5, added.toString());
        for (boolean present : target.mightContainAll(added)) {
            assertTrue(present);
        }
    }

    @Test
    void readsLargePartitionsInPiecesAndTellsItsProgress() {
        for (String name : List.of("a", "b")) {
            open(FilterSpec.named(name).bits(20_000_000).hashes(3).partitions(1))
                    .addAll(words(1000));
        }
        List<Long> steps = new ArrayList<>();
        redis.batches.clear();
        FilterMerge.Report report = merge(FilterMerge.of("a", "b").into("c").reportingTo((done, total) -> {
            steps.add(done);
            assertEquals(5_000_000, total);
        }));
        assertTrue(redis.batches.stream()
                .flatMap(batch -> batch.commands().stream())
                .filter(command -> command.verb() == Verb.SETRANGE)
                .allMatch(command -> command.arguments()[1].length <= 1 << 20));
        assertEquals(6, steps.size());
        assertEquals(5_000_000, steps.get(5));
        assertEquals(5_000_000, report.bytes());
        assertEquals(bits("a"), bits("c"));
    }

    @Test
    void rejectsAUnionThatDoesNotFitBeforeAnythingIsChanged() {
        for (String name : List.of("a", "b", "c")) {
            BloomFilter<CharSequence> filter = open(spec(name).overCapacity(OverCapacity.REJECT));
            filter.addAll(words(700).stream().map(word -> name + word).toList());
        }
        Map<String, String> before = redis.snapshot();
        OverCapacityException full = assertThrows(
                OverCapacityException.class, () -> merge(FilterMerge.of("a").into("c")));
        assertEquals(1000, full.capacity());
        assertTrue(full.getMessage().contains("about 1"), full.getMessage());
        assertThrows(
                OverCapacityException.class,
                () -> merge(FilterMerge.of("a", "b").into("d")));
        assertEquals(before, redis.snapshot());
        assertEquals(3, merge(FilterMerge.of("a").into("d")).partitions());
        assertEquals(bits("a"), bits("d"));
    }

    @Test
    void sealsAFilterThatRejectsWhenItIsFull() {
        open(spec("a").overCapacity(OverCapacity.REJECT)).addAll(words(980));
        try {
            existing("a").addAll(words(1200));
        } catch (OverCapacityException | PartialBulkException full) {
            assertTrue(existing("a").stats().layers().get(0).sealed());
        }
        merge(FilterMerge.of("a").into("c"));
        assertTrue(existing("c").stats().layers().get(0).sealed());
    }

    @Test
    void degradesPastTheCapacity() {
        open(spec("a")).addAll(words(900));
        open(spec("b")).addAll(words(1800).subList(900, 1800));
        merge(FilterMerge.of("a", "b").into("c"));
        assertEquals(1800, existing("c").stats().estimatedCount(), 90);
    }
}
