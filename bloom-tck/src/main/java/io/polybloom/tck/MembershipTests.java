package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a filter answers. */
abstract class MembershipTests extends KitTests {

    MembershipTests(Backend backend) {
        super(backend);
    }

    private BloomFilters filters() {
        return connect(Target.standalone(SharedServers.standalone().uri()));
    }

    @Test
    void addIsTrueTheFirstTimeAndLookUpsFollow() {
        BloomFilter<CharSequence> filter =
                open(filters(), fresh().capacity(1000).build());
        assertFalse(filter.mightContain("a"));
        assertTrue(filter.add("a"));
        assertFalse(filter.add("a"));
        assertTrue(filter.mightContain("a"));
        assertFalse(filter.mightContain("b"));
    }

    @Test
    void bulkAnswersAreInTheOrderOfTheCall() {
        FilterSpec spec =
                fresh().capacity(20_000).falsePositiveRate(1e-9).partitions(5).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        List<String> some = words("some-", 7000);
        List<String> mixed = new ArrayList<>();
        boolean[] expected = new boolean[14_000];
        for (int i = 0; i < 7000; i++) {
            mixed.add("some-" + i);
            mixed.add("other-" + i);
            expected[2 * i + 1] = true;
        }
        assertEquals(7000, count(filter.addAll(some)));
        assertArrayEquals(expected, filter.addAll(mixed));
        assertEquals(14_000, count(filter.mightContainAll(mixed)));
        assertEquals(0, count(filter.mightContainAll(words("absent-", 7000))));
    }

    @Test
    void theFirstOfEqualElementsInABatchIsNew() {
        BloomFilter<CharSequence> filter =
                open(filters(), fresh().capacity(1000).build());
        assertArrayEquals(
                new boolean[] {true, false, true, false, false}, filter.addAll(List.of("a", "a", "b", "a", "b")));
    }

    @Test
    void anEmptyBatchSendsNothing() {
        BloomFilter<CharSequence> filter =
                open(filters(), fresh().capacity(1000).build());
        try (RespClient observer = SharedServers.standalone().client()) {
            long writes = observer.executions("bitfield");
            long reads = observer.executions("bitfield_ro");
            assertEquals(0, filter.addAll(List.of()).length);
            assertEquals(0, filter.mightContainAll(List.of()).length);
            assertEquals(writes, observer.executions("bitfield"));
            assertEquals(reads, observer.executions("bitfield_ro"));
        }
    }

    @Test
    void ofManyThreadsAndClientsThatAddOneElementExactlyOneIsFirst() throws Exception {
        FilterSpec spec = fresh().capacity(1000).falsePositiveRate(1e-9).build();
        List<BloomFilter<CharSequence>> clients = List.of(open(filters(), spec), open(filters(), spec));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 50; round++) {
                String element = "element-" + round;
                List<Future<Boolean>> answers = IntStream.range(0, 8)
                        .mapToObj(i -> threads.submit(() -> clients.get(i % 2).add(element)))
                        .toList();
                int first = 0;
                for (Future<Boolean> answer : answers) {
                    first += answer.get(20, TimeUnit.SECONDS) ? 1 : 0;
                }
                assertEquals(1, first);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void statsMeasureTheFilter() {
        FilterSpec spec = fresh().capacity(20_000).partitions(3).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        assertEquals(0, filter.stats().estimatedCount());
        filter.addAll(words("some-", 20_000));
        FilterStats stats = filter.stats();
        assertEquals(20_000, stats.estimatedCount(), 600);
        assertEquals(0.01, stats.currentFalsePositiveRate(), 0.001);
        assertEquals(filter.description().memoryBytes(), stats.memoryBytes());
    }

    /**
     * 50,000 absent elements at p = 0.01. The elements are numbered, so a run always gives the same count; the bound of five
     * standard deviations would have rejected a correct layout with a chance of 6e-7.
     */
    @Test
    void falsePositivesAreAsManyAsPromised() {
        BloomFilter<CharSequence> filter =
                open(filters(), fresh().capacity(20_000).partitions(7).build());
        filter.addAll(words("present-", 20_000));
        int falsePositives = count(filter.mightContainAll(words("absent-", 50_000)));
        assertEquals(500, falsePositives, 5 * Math.sqrt(50_000 * 0.01 * 0.99));
    }
}
