package io.polybloom.internal.membership;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilters;
import io.polybloom.FilterCopy;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Verb;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Filters that count their elements, on a server in memory. */
class CountingFilterTest {

    private final Overtaking transport = new Overtaking();

    private static FilterSpecBuilder counting() {
        return FilterSpec.named("counting").layout(Layouts.COUNTING);
    }

    /** So few counters that nearly all chunks share some. */
    private static FilterSpec crowded() {
        return counting().bits(1 << 15).hashes(4).partitions(1).build();
    }

    private RemovableBloomFilter<CharSequence> open(FilterSpec spec) {
        return open(spec, FilterOptions.defaults());
    }

    private RemovableBloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return new BlockingBloomFilters(transport).openRemovable(spec, TestFilters.TEXT, options);
    }

    /** Of the batches in flight, the one that was sent last arrives first. */
    @Test
    void bulkOperationsAnswerLikeSingleOnesWhicheverBatchArrivesFirst() {
        RemovableBloomFilter<CharSequence> single =
                new BlockingBloomFilters(new Overtaking()).openRemovable(crowded(), TestFilters.TEXT);
        RemovableBloomFilter<CharSequence> filter = open(crowded());
        List<String> elements = new ArrayList<>(words(3_000));
        elements.addAll(elements.subList(0, 200));
        assertArrayEquals(answers(elements, single::add), filter.addAll(elements));
        List<String> gone = new ArrayList<>(elements.subList(0, 2_000));
        Collections.reverse(gone);
        // Of those that are removed too often, the first removal finds them, and the last one does not.
        gone.addAll(List.copyOf(gone.subList(0, 300)));
        assertArrayEquals(answers(gone, single::remove), filter.removeAll(gone));
        assertArrayEquals(answers(elements, single::mightContain), filter.mightContainAll(elements));
    }

    @Test
    void chunksWithoutACommonCounterOverlap() {
        RemovableBloomFilter<CharSequence> filter = open(counting()
                .capacity(1_000_000)
                .falsePositiveRate(0.1)
                .partitions(1)
                .build());
        filter.addAll(words(2_000));
        transport.mostWaiting = 0;
        filter.removeAll(words(2_000));
        assertTrue(transport.mostWaiting > 1, "nothing overlapped");
    }

    private static boolean[] answers(List<String> elements, Function<String, Boolean> operation) {
        boolean[] answers = new boolean[elements.size()];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = operation.apply(elements.get(i));
        }
        return answers;
    }

    @Test
    void aRemovalIsOneCommandOfLimitedSize() {
        RemovableBloomFilter<CharSequence> filter = open(crowded());
        filter.addAll(words(100));
        transport.redis.batches.clear();
        filter.remove("word-1");
        assertEquals(1, writes());
        transport.redis.batches.clear();
        filter.removeAll(words(100).subList(2, 100));
        // 256 counters, or 64 elements of four.
        assertEquals(2, writes());
    }

    private long writes() {
        return transport
                .redis
                .commands()
                .filter(command -> command.verb() == Verb.BITFIELD && command.isWrite())
                .count();
    }

    @Test
    void statsCountTheCountersAboveZero() {
        RemovableBloomFilter<CharSequence> filter = open(counting()
                .capacity(20_000)
                .falsePositiveRate(1e-3)
                .partitions(3)
                .build());
        filter.addAll(words(20_000));
        filter.addAll(words(20_000));
        FilterStats stats = filter.stats();
        assertEquals(1, stats.estimatedCount() / 20_000.0, 0.05);
        assertEquals(filter.description().geometry().totalBits() / 4, stats.sampledBits());
        assertTrue(stats.currentFalsePositiveRate() < 1.3e-3);
        filter.removeAll(words(20_000));
        filter.removeAll(words(20_000));
        assertEquals(0, filter.stats().estimatedCount());
        assertEquals(0, filter.stats().fillRatio());
    }

    @Test
    void theOptionsThatNeedLastingBitsAreRefused() {
        for (FilterSpecBuilder spec : List.of(
                counting().capacity(100).window(Duration.ofHours(1), 2),
                counting().capacity(100).overCapacity(OverCapacity.GROW),
                counting().capacity(100).overCapacity(OverCapacity.REJECT))) {
            assertThrows(IllegalArgumentException.class, spec::build);
        }
        FilterSpec classic = FilterSpec.named("classic").capacity(100).build();
        assertThrows(IllegalArgumentException.class, () -> open(classic));
        FilterSpec spec = counting().capacity(100).build();
        FilterOptions cached = FilterOptions.defaults().nearCache(NearCache.ofMemory(1 << 20));
        assertThrows(IllegalArgumentException.class, () -> open(spec, cached));
        assertEquals(Map.of(), transport.redis.snapshot(), "nothing is created");
    }

    @Test
    void noFilterIsRebuiltAsOneThatCounts() {
        BloomFilters filters = new BlockingBloomFilters(transport);
        filters.open(FilterSpec.named("classic").capacity(100).build(), TestFilters.TEXT)
                .add("x");
        UnsupportedFilterException refused = assertThrows(
                UnsupportedFilterException.class,
                () -> filters.run(FilterRebuild.of("classic")
                        .layout(Layouts.COUNTING)
                        .capacity(200)
                        .from(List.of("x"), TestFilters.TEXT)));
        assertTrue(refused.getMessage().contains("counted twice"), refused.getMessage());
    }

    @Test
    void whatIsInACopyCanBeRemovedFromIt() {
        BloomFilters filters = new BlockingBloomFilters(transport);
        RemovableBloomFilter<CharSequence> source = open(crowded());
        source.addAll(words(50));
        filters.run(FilterCopy.of(FilterSpec.existing("counting").build()).named("copy"));
        RemovableBloomFilter<CharSequence> copy =
                filters.openRemovable(FilterSpec.existing("copy").build(), TestFilters.TEXT);
        assertArrayEquals(source.mightContainAll(words(50)), copy.removeAll(words(50)));
        assertEquals(0, copy.stats().estimatedCount());
        assertTrue(source.mightContain("word-0"));
    }
}
