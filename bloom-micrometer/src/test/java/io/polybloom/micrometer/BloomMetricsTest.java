package io.polybloom.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.MirrorOptions;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.memory.InMemoryBloom;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BloomMetricsTest {

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final InMemoryBloom filters = InMemoryBloom.create();
    private final ManualScheduler scheduler = new ManualScheduler();
    private final BloomMetrics metrics = new BloomMetrics(scheduler);

    @AfterEach
    void close() {
        metrics.close();
        scheduler.shutdownNow();
    }

    private FilterSpecBuilder clicks() {
        return FilterSpec.named("clicks").capacity(1_000).falsePositiveRate(1e-9);
    }

    private BloomFilter<CharSequence> open() {
        metrics.bindTo(registry);
        return filters.open(clicks().build(), TEXT, FilterOptions.defaults().listener(metrics));
    }

    private double count(String meter, String... tags) {
        return registry.get(meter).tags(tags).counter().count();
    }

    private double gauge(String meter) {
        return registry.get(meter).tag("filter", "clicks").gauge().value();
    }

    @Test
    void metricsThatAreClosedTakeNoSamplesAndShowNoGauges() {
        BloomMetrics closed = new BloomMetrics();
        closed.bindTo(registry);
        closed.close();
        BloomFilter<CharSequence> filter = filters.open(clicks().build(), TEXT);
        assertThrows(RejectedExecutionException.class, () -> closed.sample(filter, PERIOD));
        assertEquals(List.of(), registry.getMeters());
    }

    @Test
    void answersAreCountedByFilterAndResult() {
        BloomFilter<CharSequence> filter = open();
        filter.addAll(List.of("a", "b", "c"));
        filter.add("a");
        filter.mightContainAll(List.of("a", "b", "x"));
        filter.load(List.of("d", "e"), taken -> {});
        assertEquals(3, count("polybloom.adds", "filter", "clicks", "result", "new"));
        assertEquals(1, count("polybloom.adds", "filter", "clicks", "result", "seen"));
        assertEquals(0, count("polybloom.adds", "filter", "clicks", "result", "unknown"));
        assertEquals(2, count("polybloom.lookups", "filter", "clicks", "result", "present"));
        assertEquals(1, count("polybloom.lookups", "filter", "clicks", "result", "absent"));
        assertEquals(2, count("polybloom.loaded", "filter", "clicks"));
        assertEquals(2, count("polybloom.batches", "filter", "clicks", "operation", "add"));
        assertEquals(
                2,
                registry.get("polybloom.operations")
                        .tags("operation", "add", "outcome", "success")
                        .timer()
                        .count());
    }

    @Test
    void failuresAreCountedByReason() {
        metrics.bindTo(registry);
        FilterSpec small = FilterSpec.named("clicks")
                .capacity(50)
                .falsePositiveRate(1e-9)
                .overCapacity(OverCapacity.REJECT)
                .build();
        BloomFilter<CharSequence> filter =
                filters.open(small, TEXT, FilterOptions.defaults().listener(metrics));
        int[] added = new int[1];
        assertThrows(OverCapacityException.class, () -> {
            while (added[0] < 1_000) {
                filter.add("element-" + added[0]);
                added[0]++;
            }
        });
        assertEquals(1, count("polybloom.failures", "operation", "add", "reason", "over_capacity"));
        assertEquals(added[0], count("polybloom.adds", "result", "new"));
        assertEquals(1, count("polybloom.adds", "result", "unknown"));
        assertEquals(
                1,
                registry.get("polybloom.operations")
                        .tags("operation", "add", "outcome", "failure")
                        .timer()
                        .count());
    }

    /** The first failure is an increase only of a counter that was there before. */
    @Test
    void failuresAreZeroBeforeTheFirstOne() {
        BloomFilter<CharSequence> filter = open();
        metrics.sample(filter, PERIOD);
        for (String operation : List.of("add", "look_up")) {
            assertEquals(0, count("polybloom.failures", "operation", operation, "reason", "no_answer"));
            assertEquals(0, count("polybloom.failures", "operation", operation, "reason", "filter_gone"));
        }
        filter.load(List.of("a"), progress -> {});
        assertEquals(0, count("polybloom.failures", "operation", "load", "reason", "lost_data"));
    }

    @Test
    void recoveriesAreCounted() {
        BloomFilter<CharSequence> filter = open();
        filter.add("a");
        filters.open(clicks().build(), TEXT).clear();
        filter.add("a");
        assertEquals(1, count("polybloom.recoveries", "filter", "clicks"));
    }

    @Test
    void gaugesShowTheLastSampleAndNothingElse() {
        BloomFilter<CharSequence> filter = open();
        metrics.sample(filter, PERIOD);
        assertEquals(List.of(60_000L), scheduler.periodsMillis());
        assertTrue(Double.isNaN(gauge("polybloom.elements")), "before the first sample");
        filter.addAll(words(500));
        scheduler.tick();
        FilterStats stats = filter.stats();
        assertEquals(stats.estimatedCount(), gauge("polybloom.elements"));
        assertEquals(stats.fillRatio(), gauge("polybloom.fill"));
        assertEquals(stats.currentFalsePositiveRate(), gauge("polybloom.error.rate"));
        assertEquals(1e-9, gauge("polybloom.error.rate.limit"));
        assertEquals(1_000, gauge("polybloom.capacity"));
        assertEquals(1, gauge("polybloom.layers"));
        assertEquals(stats.memoryBytes(), gauge("polybloom.memory"));
        filter.addAll(words(900));
        assertEquals(stats.estimatedCount(), gauge("polybloom.elements"), "a gauge asks nobody");
        assertEquals(1, count("polybloom.samples", "filter", "clicks", "result", "success"));
    }

    @Test
    void aMirrorShowsItsAgeItsMemoryAndWhatItHasRead() {
        BloomFilter<CharSequence> filter = open();
        FilterMirror<CharSequence> mirror = filters.mirror("clicks", TEXT, MirrorOptions.defaults());
        MirrorWatch watch = metrics.watch("clicks", mirror);
        SimpleMeterRegistry later = new SimpleMeterRegistry();
        metrics.bindTo(later);
        long bytes = filter.description().layers().get(0).totalBits() / 8;
        double age = gauge("polybloom.mirror.age");
        Duration longest = Duration.between(mirror.asOf(), Instant.now());
        assertTrue(age * 1e9 <= longest.toNanos() && age >= 0, "age: " + age);
        assertEquals(filter.description().memoryBytes(), gauge("polybloom.mirror.memory"));
        assertEquals(bytes, read());
        assertEquals(
                filter.description().memoryBytes(),
                later.get("polybloom.mirror.memory").gauge().value());
        filter.add("a");
        mirror.refresh();
        assertEquals(2 * bytes, read(), "its only piece has changed");
        filter.delete();
        assertThrows(FilterGoneException.class, mirror::refresh);
        assertTrue(Double.isNaN(gauge("polybloom.mirror.age")));
        watch.close();
        assertEquals(0, registry.find("polybloom.mirror.age").gauges().size());
        assertEquals(0, later.find("polybloom.mirror.read").functionCounters().size());
        mirror.close();
    }

    private double read() {
        return registry.get("polybloom.mirror.read")
                .tag("filter", "clicks")
                .functionCounter()
                .count();
    }

    @Test
    void aSampleThatFailsLeavesNoValue() {
        BloomFilter<CharSequence> filter = open();
        metrics.sample(filter, PERIOD);
        scheduler.tick();
        assertEquals(0, gauge("polybloom.elements"));
        filter.delete();
        scheduler.tick();
        assertTrue(Double.isNaN(gauge("polybloom.elements")));
        assertEquals(1, count("polybloom.samples", "filter", "clicks", "result", "failure"));
        assertEquals(1, count("polybloom.failures", "operation", "stats", "reason", "filter_gone"));
    }

    @Test
    void noSampleBeginsBeforeTheOneBeforeHasEnded() {
        metrics.bindTo(registry);
        List<CompletableFuture<FilterStats>> begun = new ArrayList<>();
        metrics.sample(
                "clicks",
                () -> {
                    begun.add(new CompletableFuture<>());
                    return begun.get(begun.size() - 1);
                },
                PERIOD);
        scheduler.tick();
        scheduler.tick();
        assertEquals(1, begun.size());
        begun.get(0).complete(filters.open(clicks().build(), TEXT).stats());
        assertEquals(0, gauge("polybloom.elements"));
        scheduler.tick();
        assertEquals(2, begun.size());
    }

    @Test
    void aRegistryThatIsBoundLaterHasTheGauges() {
        AsyncBloomFilter<CharSequence> filter = filters.async()
                .<CharSequence>open(
                        clicks().build(), TEXT, FilterOptions.defaults().listener(metrics))
                .toCompletableFuture()
                .join();
        metrics.sample(filter, PERIOD);
        scheduler.tick();
        metrics.bindTo(registry);
        SimpleMeterRegistry second = new SimpleMeterRegistry();
        metrics.bindTo(second);
        filter.add("a").toCompletableFuture().join();
        assertEquals(1, gauge("polybloom.layers"));
        assertEquals(1, second.get("polybloom.layers").gauge().value());
        assertEquals(1, count("polybloom.adds", "result", "new"));
        assertEquals(
                1, second.get("polybloom.adds").tag("result", "new").counter().count());
    }

    @Test
    void whatIsClosedMeasuresNothing() {
        BloomFilter<CharSequence> filter = open();
        Sampling sampling = metrics.sample(filter, PERIOD);
        scheduler.tick();
        sampling.close();
        filter.add("a");
        scheduler.tick();
        assertEquals(1, count("polybloom.samples", "result", "success"));
        assertFalse(registry.getMeters().stream()
                .map(Meter::getId)
                .anyMatch(id -> id.getName().equals("polybloom.elements")));
        assertFalse(scheduler.isShutdown(), "it is the caller's");
    }

    @Test
    void samplesAreTakenByAThreadOfItsOwn() throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(2);
        try (BloomMetrics own = new BloomMetrics()) {
            FilterStats stats = filters.open(clicks().build(), TEXT).stats();
            own.sample(
                    "clicks",
                    () -> {
                        taken.countDown();
                        return CompletableFuture.completedFuture(stats);
                    },
                    Duration.ofMillis(1));
            assertTrue(taken.await(300, TimeUnit.SECONDS));
        }
    }

    @Test
    void aPeriodOfNothingIsRefused() {
        BloomFilter<CharSequence> filter = open();
        assertThrows(IllegalArgumentException.class, () -> metrics.sample(filter, Duration.ZERO));
    }

    private static List<String> words(int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add("word-" + i);
        }
        return words;
    }
}
