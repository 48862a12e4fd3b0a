package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.NearCache;
import io.polybloom.PartialBulkException;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.listener.FilterListener;
import io.polybloom.listener.OperationKind;
import io.polybloom.listener.OperationReport;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.SharedRedis;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ReportsTest {

    private static final List<CharSequence> THREE = List.of("a", "b", "c");

    private final List<OperationReport> reports = new CopyOnWriteArrayList<>();
    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder clicks() {
        return TestFilters.clicks().falsePositiveRate(1e-9).partitions(3);
    }

    private BloomFilter<CharSequence> open() {
        return TestFilters.open(redis, clicks(), FilterOptions.defaults().listener(reports::add));
    }

    private OperationReport onlyReport() {
        assertEquals(1, reports.size(), reports.toString());
        return reports.remove(0);
    }

    private static void assertCounts(OperationReport report, OperationKind kind, long absent, long present) {
        assertEquals(kind, report.kind());
        assertEquals(absent, report.absent(), "absent");
        assertEquals(present, report.present(), "present");
    }

    @Test
    void eachOperationIsReportedOnceWithItsAnswers() {
        BloomFilter<CharSequence> filter = open();
        filter.add("a");
        OperationReport first = onlyReport();
        assertCounts(first, OperationKind.ADD, 1, 0);
        assertEquals("clicks", first.filter());
        assertEquals(1, first.elements());
        assertEquals(1, first.batches());
        assertTrue(first.failure().isEmpty());
        filter.add("a");
        assertCounts(onlyReport(), OperationKind.ADD, 0, 1);
        filter.mightContain("a");
        assertCounts(onlyReport(), OperationKind.LOOK_UP, 0, 1);
        filter.mightContain("b");
        assertCounts(onlyReport(), OperationKind.LOOK_UP, 1, 0);
        filter.addAll(THREE);
        assertCounts(onlyReport(), OperationKind.ADD, 2, 1);
        filter.mightContainAll(List.of("c", "d"));
        assertCounts(onlyReport(), OperationKind.LOOK_UP, 1, 1);
        filter.load(List.of("d", "e"), taken -> {});
        OperationReport load = onlyReport();
        assertCounts(load, OperationKind.LOAD, 0, 0);
        assertEquals(2, load.elements());
        assertEquals(0, load.unknown());
    }

    @Test
    void operationsOnTheWholeFilterAreReported() {
        BloomFilter<CharSequence> filter = open();
        filter.claims("w").add(1, "a");
        filter.claims("w").settle(1);
        filter.stats();
        filter.expire(Duration.ofHours(1));
        filter.persist();
        filter.clear();
        filter.delete();
        assertEquals(
                List.of(
                        OperationKind.ADD,
                        OperationKind.CLAIMS,
                        OperationKind.STATS,
                        OperationKind.EXPIRE,
                        OperationKind.EXPIRE,
                        OperationKind.CLEAR,
                        OperationKind.DELETE),
                reports.stream().map(OperationReport::kind).toList());
    }

    @Test
    void aFailureIsReportedWithItsReasonAndWhatIsKnown() {
        BloomFilter<CharSequence> filter = open();
        redis.refuse(Verb.BITFIELD, "OOM command not allowed");
        BackendException single = assertThrows(BackendException.class, () -> filter.add("a"));
        OperationReport report = onlyReport();
        assertEquals("OUT_OF_MEMORY", report.failure().orElseThrow().reason());
        assertEquals(single, report.failure().orElseThrow().exception());
        assertEquals(1, report.unknown());
        PartialBulkException bulk = assertThrows(PartialBulkException.class, () -> filter.addAll(THREE));
        report = onlyReport();
        assertEquals("OUT_OF_MEMORY", report.failure().orElseThrow().reason());
        assertEquals(bulk, report.failure().orElseThrow().exception());
        assertEquals(3, report.elements());
        assertEquals(3, report.unknown());
    }

    @Test
    void recoveriesAreReportedWithTheOperationThatNeededThem() {
        BloomFilter<CharSequence> filter = open();
        filter.add("a");
        TestFilters.open(redis, clicks()).clear();
        assertTrue(filter.add("a"));
        assertEquals(
                List.of(0L, 1L),
                reports.stream().map(OperationReport::recoveries).toList());
        redis.strings.clear();
        reports.clear();
        assertThrows(LostDataException.class, () -> filter.mightContain("a"));
        OperationReport lost = onlyReport();
        assertEquals("LOST_DATA", lost.failure().orElseThrow().reason());
        assertEquals(1, lost.recoveries());
    }

    @Test
    void anAnswerOfTheNearCacheIsReportedWithoutBatches() {
        FilterOptions options = FilterOptions.defaults()
                .nearCache(NearCache.ofMemory(1 << 20).checkedEvery(Duration.ofDays(1)))
                .listener(reports::add);
        BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks(), options);
        filter.add("a");
        reports.clear();
        int sent = redis.batches.size();
        assertTrue(filter.mightContain("a"));
        assertFalse(filter.add("a"));
        assertEquals(sent, redis.batches.size());
        assertEquals(2, reports.size());
        for (OperationReport report : reports) {
            assertEquals(1, report.present());
            assertEquals(0, report.batches());
        }
    }

    @Test
    void whatTheListenerThrowsCostsNoAnswer() {
        AtomicReference<Error> thrown = new AtomicReference<>(new AssertionError("of the listener"));
        FilterOptions options = FilterOptions.defaults().listener(report -> {
            if (report.kind() == OperationKind.ADD) {
                throw thrown.get();
            }
            throw new IllegalStateException("of the listener");
        });
        BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks(), options);
        assertTrue(filter.add("a"));
        assertTrue(filter.mightContain("a"));
    }

    @Test
    void theListenerIsCalledWhileNoBatchIsInFlight() {
        AtomicInteger inFlight = new AtomicInteger();
        Transport<InFlight> counting = redis.map((batch, answer) -> {
            inFlight.incrementAndGet();
            return () -> {
                inFlight.decrementAndGet();
                return answer.await();
            };
        });
        List<Integer> seen = new ArrayList<>();
        FilterOptions options = FilterOptions.defaults().listener(report -> seen.add(inFlight.get()));
        BloomFilter<CharSequence> filter =
                new BlockingBloomFilters(counting).open(clicks().build(), TestFilters.TEXT, options);
        filter.addAll(TestFilters.words(1_000));
        filter.load(TestFilters.words(1_000), taken -> {});
        filter.clear();
        assertEquals(List.of(0, 0, 0), seen);
    }

    /** As many calls as may be under way are in the listener at the same time, and each of them calls the filter. */
    @Test
    void theListenerMayCallTheFilter() throws Exception {
        CyclicBarrier together = new CyclicBarrier(BlockingCalls.MOST_UNDER_WAY);
        AtomicReference<BloomFilter<CharSequence>> called = new AtomicReference<>();
        AtomicInteger told = new AtomicInteger();
        FilterListener listener = report -> {
            told.incrementAndGet();
            await(together);
            assertTrue(called.get().mightContain("present"));
        };
        BloomFilters filters = new BlockingBloomFilters(new SharedRedis().blocking());
        filters.open(clicks().build(), TestFilters.TEXT).add("present");
        called.set(filters.open(
                clicks().build(), TestFilters.TEXT, FilterOptions.defaults().listener(listener)));
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < BlockingCalls.MOST_UNDER_WAY; i++) {
            String element = "element-" + i;
            calls.add(() -> called.get().add(element));
        }
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        try {
            for (Future<Boolean> call : threads.invokeAll(calls, 300, TimeUnit.SECONDS)) {
                assertTrue(call.get());
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(calls.size(), told.get(), "reports: those of its own calls are not told");
    }

    private static void await(CyclicBarrier together) {
        try {
            together.await(300, TimeUnit.SECONDS);
        } catch (Exception late) {
            throw new IllegalStateException(late);
        }
    }

    @Test
    void theFlavourOfStagesReportsTheSame() {
        AsyncBloomFilter<CharSequence> filter = new StageBloomFilters(new SharedRedis().stages())
                .<CharSequence>open(
                        clicks().build(),
                        TestFilters.TEXT,
                        FilterOptions.defaults().listener(reports::add))
                .toCompletableFuture()
                .join();
        filter.add("a").toCompletableFuture().join();
        assertCounts(onlyReport(), OperationKind.ADD, 1, 0);
        filter.mightContainAll(THREE).toCompletableFuture().join();
        assertCounts(onlyReport(), OperationKind.LOOK_UP, 2, 1);
    }
}
