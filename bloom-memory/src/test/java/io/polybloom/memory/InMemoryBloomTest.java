package io.polybloom.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.async.AsyncBloomFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InMemoryBloomTest {

    private static final FilterSpec CLICKS =
            FilterSpec.named("clicks").capacity(1_000).falsePositiveRate(1e-9).build();

    private static final int THREADS = 4;
    private static final int ELEMENTS = 1_000;

    @Test
    void filtersOfOneNameShareTheirBits() {
        InMemoryBloom filters = InMemoryBloom.create();
        BloomFilter<String> first = filters.open(CLICKS, Elements.strings());
        BloomFilter<String> second = filters.open(CLICKS, Elements.strings());
        assertTrue(first.add("a"));
        assertTrue(second.mightContain("a"));
        assertFalse(second.add("a"));
        assertFalse(filters.openExisting("clicks", Elements.strings()).add("a"));
    }

    @Test
    void filtersOfTheServerAreExact() {
        FilterSpec spec = FilterSpec.named("few")
                .layout("server")
                .capacity(3)
                .partitions(1)
                .overCapacity(OverCapacity.REJECT)
                .build();
        BloomFilter<String> filter = InMemoryBloom.create().open(spec, Elements.strings());
        assertTrue(filter.add("a"));
        assertTrue(filter.add("b"));
        assertTrue(filter.add("c"));
        assertThrows(OverCapacityException.class, () -> filter.add("d"));
        assertFalse(filter.add("a"));
        assertFalse(filter.mightContain("d"));
    }

    @Test
    void aProgressListenerThatThrowsEndsARebuild() {
        InMemoryBloom filters = InMemoryBloom.create();
        filters.open(CLICKS, Elements.strings()).add("a");
        IllegalStateException thrown = new IllegalStateException("the console is away");
        for (String layout : List.of("classic-v1", "server")) {
            FilterRebuild rebuild = FilterRebuild.of("clicks")
                    .layout(layout)
                    .from(List.of("a"), Elements.strings())
                    .reportingTo(read -> {
                        throw thrown;
                    });
            assertSame(thrown, assertThrows(IllegalStateException.class, () -> filters.run(rebuild)), layout);
            FilterDescription kept = filters.describe("clicks").orElseThrow();
            assertEquals(Optional.empty(), kept.rebuild(), layout);
            assertEquals(0, kept.rebuilds(), layout);
        }
    }

    @Test
    void anotherInstanceIsAnotherRedis() {
        InMemoryBloom filters = InMemoryBloom.create();
        filters.open(CLICKS, Elements.strings()).add("a");
        InMemoryBloom others = InMemoryBloom.create();
        assertThrows(FilterGoneException.class, () -> others.openExisting("clicks", Elements.strings()));
        assertFalse(others.open(CLICKS, Elements.strings()).mightContain("a"));
    }

    @Test
    void bothFlavoursOfAnInstanceSeeTheSameFilter() {
        InMemoryBloom filters = InMemoryBloom.create();
        AsyncBloomFilter<String> async = filters.async()
                .<String>open(CLICKS, Elements.strings())
                .toCompletableFuture()
                .join();
        assertTrue(async.add("a").toCompletableFuture().join());
        assertFalse(filters.open(CLICKS, Elements.strings()).add("a"));
    }

    @Test
    void aFilterExpiresByTheClockThatIsGiven() {
        SettableClock clock = new SettableClock();
        InMemoryBloom filters = InMemoryBloom.withClock(clock);
        BloomFilter<String> filter = filters.open(CLICKS, Elements.strings());
        filter.add("a");
        filter.expire(Duration.ofHours(1));
        clock.advance(Duration.ofMinutes(59));
        assertTrue(filter.mightContain("a"));
        clock.advance(Duration.ofMinutes(1));
        assertThrows(FilterGoneException.class, () -> filter.mightContain("a"));
        assertFalse(filters.open(CLICKS, Elements.strings()).mightContain("a"));
    }

    @Test
    void aFilterForgetsByTheClockThatIsGiven() {
        SettableClock clock = new SettableClock();
        BloomFilter<String> filter = InMemoryBloom.withClock(clock)
                .open(
                        FilterSpec.named("visits")
                                .capacity(1_000)
                                .falsePositiveRate(1e-9)
                                .window(Duration.ofHours(4), 4)
                                .build(),
                        Elements.strings());
        assertTrue(filter.add("a"));
        clock.advance(Duration.ofHours(4));
        assertFalse(filter.add("a"), "remembered for at least the span");
        clock.advance(Duration.ofHours(5));
        assertTrue(filter.add("a"), "forgotten one slice later");
    }

    @Test
    void keysThatNobodyAsksForLeaveTheMemoryWhenTheyHaveExpired() {
        SettableClock clock = new SettableClock();
        InMemoryBloom filters = InMemoryBloom.withClock(clock);
        BloomFilter<String> kept = filters.open(CLICKS, Elements.strings());
        int keys = filters.store().size();
        for (int i = 0; i < 10; i++) {
            filters.open(FilterSpec.named("short-" + i).capacity(100).build(), Elements.strings())
                    .expire(Duration.ofSeconds(1));
        }
        assertTrue(filters.store().size() > keys);
        // The register and its copy outlive the filter by a day.
        clock.advance(Duration.ofDays(2));
        kept.add("a");
        assertEquals(keys, filters.store().size());
    }

    @Test
    void aFilterThatWaitsForReplicasIsAcknowledged() {
        FilterSpec spec = FilterSpec.named("safe").capacity(1_000).build();
        FilterOptions options = FilterOptions.defaults().acknowledgedBy(2, Duration.ofMillis(1));
        BloomFilter<String> filter = InMemoryBloom.create().open(spec, Elements.strings(), options);
        assertTrue(filter.add("a"));
        assertFalse(filter.add("a"));
    }

    @Test
    void eachElementIsNewOnceToThreadsThatGrowAFilter() throws Exception {
        FilterSpec growing = FilterSpec.named("growing")
                .capacity(100)
                .falsePositiveRate(1e-12)
                .overCapacity(OverCapacity.GROW)
                .build();
        InMemoryBloom filters = InMemoryBloom.create();
        BloomFilter<String> filter = filters.open(growing, Elements.strings());
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            tasks.add(() -> {
                int fresh = 0;
                for (int i = 0; i < ELEMENTS; i++) {
                    fresh += filter.add("element-" + i) ? 1 : 0;
                }
                return fresh;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        int fresh = 0;
        try {
            for (Future<Integer> task : threads.invokeAll(tasks)) {
                fresh += task.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(ELEMENTS, fresh);
        assertTrue(filter.description().layers().size() > 1, "it has grown");
        assertFalse(filters.openExisting("growing", Elements.strings()).add("element-0"));
    }

    @Test
    void bothFlavoursInMemoryCountTheSame() {
        InMemoryBloom filters = InMemoryBloom.create();
        filters.counter("c", Elements.strings())
                .addAll(IntStream.range(0, 500).mapToObj(i -> "element-" + i).toList());
        long count = filters.async()
                .counter("c", Elements.strings())
                .count()
                .toCompletableFuture()
                .join()
                .count();
        assertEquals(500, count, 10);
    }
}
