package io.polybloom.internal.transfer;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UnionTest {

    private final MemoryRedis redis = new MemoryRedis();

    private FilterMerge.Report merge(FilterMerge merge) {
        return new BlockingBloomFilters(redis).run(merge);
    }

    private static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).capacity(1000).partitions(3);
    }

    private BloomFilter<CharSequence> open(FilterSpecBuilder spec) {
        return TestFilters.open(redis, spec);
    }

    private BloomFilter<CharSequence> existing(String name) {
        return open(FilterSpec.existing(name));
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

    private void requireAll(List<String> ours, List<String> theirs) {
        List<String> all = new ArrayList<>(ours);
        all.addAll(theirs);
        for (boolean present : existing("c").mightContainAll(all)) {
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
        assertTrue(redis.commands()
                .filter(command -> command.verb() == Verb.SETRANGE)
                .allMatch(command -> command.arguments()[1].length <= 1 << 20));
        assertEquals(6, steps.size());
        assertEquals(5_000_000, steps.get(5));
        assertEquals(5_000_000, report.bytes());
        assertEquals(bits("a"), bits("c"));
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
}
