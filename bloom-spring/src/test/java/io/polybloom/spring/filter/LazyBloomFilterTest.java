package io.polybloom.spring.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.LostDataException;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.memory.InMemoryBloom;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

@Timeout(300)
class LazyBloomFilterTest {

    private static final int THREADS = 16;

    /** Filters in memory, whose opening waits until the test lets it continue, and fails as often as the test says. */
    private static final class HeldFilters implements BloomFilters {
        private final BloomFilters memory = InMemoryBloom.create();
        private final AtomicInteger openings = new AtomicInteger();
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private volatile @Nullable RuntimeException failure;

        @Override
        public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
            if (options.neverCreates()) {
                // Each opening begins like that, and continues with another one if there is no filter.
                openings.incrementAndGet();
            }
            begun.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new BackendException(Reason.INTERRUPTED, false, "interrupted", interrupted);
            }
            RuntimeException thrown = failure;
            failure = null;
            if (thrown != null) {
                throw thrown;
            }
            return memory.open(spec, funnel, options);
        }

        @Override
        public <T> RemovableBloomFilter<T> openRemovable(
                FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
            return memory.openRemovable(spec, funnel, options);
        }

        @Override
        public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
            return memory.counter(name, funnel);
        }

        @Override
        public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
            return memory.mirror(name, funnel, options);
        }

        @Override
        public <R> R run(FilterTask<R> task) {
            return memory.run(task);
        }
    }

    private final AtomicInteger observed = new AtomicInteger();
    private final HeldFilters filters = new HeldFilters();
    private final LazyBloomFilter<CharSequence> filter = new LazyBloomFilter<>(
            FilterSpec.named("clicks").capacity(1000).falsePositiveRate(1e-6).build(),
            Funnels.stringFunnel(StandardCharsets.UTF_8),
            FilterOptions.defaults(),
            filters,
            Optional.empty(),
            opened -> observed.incrementAndGet());

    @Test
    void threadsThatComeWhileItIsOpenedWaitForTheOneOpening() throws Exception {
        List<FutureTask<Boolean>> calls = startCalls();
        filters.goOn.countDown();
        for (FutureTask<Boolean> call : calls) {
            assertFalse(call.get());
        }
        assertEquals(1, filters.openings.get());
        assertTrue(filter.add("a"));
        assertEquals(1, filters.openings.get());
        assertEquals(1, observed.get());
    }

    @Test
    void aFailureIsThatOfAllWhoWaitedAndTheNextCallTriesAgain() throws Exception {
        BackendException failure = new BackendException(Reason.UNREACHABLE, false, "no Redis", null);
        filters.failure = failure;
        List<FutureTask<Boolean>> calls = startCalls();
        filters.goOn.countDown();
        int failed = 0;
        for (FutureTask<Boolean> call : calls) {
            try {
                assertFalse(call.get());
            } catch (ExecutionException thrown) {
                assertSame(failure, thrown.getCause());
                failed++;
            }
        }
        assertTrue(failed >= 1, "the opening thread fails in any case");
        assertTrue(filters.openings.get() <= 2, "openings: " + filters.openings.get());
        assertTrue(filter.add("a"));
        assertEquals(2, filters.openings.get());
        assertEquals(1, observed.get());
    }

    @Test
    void aThreadThatIsInterruptedWhileItOpensSpoilsNoOtherCall() throws Exception {
        FutureTask<Boolean> call = new FutureTask<>(() -> filter.mightContain("a"));
        Thread opener = new Thread(call);
        opener.start();
        filters.begun.await();
        List<FutureTask<Boolean>> others = startCalls();
        opener.interrupt();
        BackendException failure = (BackendException)
                assertThrows(ExecutionException.class, call::get).getCause();
        assertEquals(Reason.INTERRUPTED, failure.reason());
        filters.goOn.countDown();
        for (FutureTask<Boolean> other : others) {
            assertFalse(other.get());
        }
    }

    @Test
    void aThreadThatIsInterruptedWhileItWaitsEndsAndKeepsItsFlag() throws Exception {
        new Thread(new FutureTask<>(() -> filter.mightContain("a"))).start();
        filters.begun.await();
        Thread.currentThread().interrupt();
        BackendException failure = assertThrows(BackendException.class, () -> filter.add("a"));
        assertTrue(Thread.interrupted());
        assertEquals(Reason.INTERRUPTED, failure.reason());
        assertFalse(failure.mayHaveBeenApplied());
        filters.goOn.countDown();
        assertTrue(filter.add("a"));
    }

    @Test
    void anObserverThatFailsFailsNoCall() {
        LazyBloomFilter<CharSequence> observed = new LazyBloomFilter<>(
                filter.spec(),
                Funnels.stringFunnel(StandardCharsets.UTF_8),
                FilterOptions.defaults(),
                filters.memory,
                Optional.empty(),
                opened -> {
                    throw new IllegalStateException("closed");
                });
        assertTrue(observed.add("a"));
    }

    @Test
    void aFilterThatMustExistHasNoLifetimeOfItsOwn() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new LazyBloomFilter<>(
                        FilterSpec.existing("clicks").build(),
                        Funnels.stringFunnel(StandardCharsets.UTF_8),
                        FilterOptions.defaults(),
                        filters,
                        Optional.of(Duration.ofHours(1)),
                        opened -> {}));
    }

    @Test
    void toAskWhetherItIsOpenOpensNothing() {
        assertTrue(filter.ifOpen().isEmpty());
        assertTrue(filter.stored().isEmpty());
        assertEquals(0, filters.openings.get());
        filters.goOn.countDown();
        filter.open();
        assertTrue(filter.ifOpen().isPresent());
        assertTrue(filter.stored().isPresent());
    }

    @Test
    void aFilterThatSomebodyElseHasCreatedAgainIsFoundByTheNextCall() {
        LazyBloomFilter<CharSequence> clicks = lazy(filters.memory, Optional.empty());
        clicks.add("a");
        remove(filters.memory);
        for (int i = 0; i < 2; i++) {
            assertThrows(FilterGoneException.class, () -> clicks.mightContain("a"));
        }
        lazy(filters.memory, Optional.empty()).add("b");
        assertTrue(clicks.mightContain("b"));
        assertTrue(clicks.loss().isEmpty());
    }

    /** Otherwise an application that nobody calls, since it is down, would stay down. */
    @Test
    void aFilterThatSomebodyElseHasCreatedAgainIsFoundByAHealthCheck() {
        LazyBloomFilter<CharSequence> clicks = lazy(filters.memory, Optional.empty());
        clicks.add("a");
        remove(filters.memory);
        assertThrows(FilterGoneException.class, clicks::statsIfOpen);
        assertTrue(clicks.statsIfOpen().isEmpty());
        assertThrows(FilterGoneException.class, clicks::stored);
        lazy(filters.memory, Optional.empty()).add("b");
        assertTrue(clicks.stored().isPresent());
        assertTrue(clicks.loss().isEmpty());
        assertTrue(clicks.mightContain("b"));
    }

    /** To open it with a specification is what a program does, and no property. */
    @Test
    void aFilterThatMustExistSaysWhoMakesIt() {
        List<Consumer<LazyBloomFilter<CharSequence>>> calls = List.of(
                clicks -> clicks.mightContain("a"),
                clicks -> clicks.add("a"),
                LazyBloomFilter::statsIfOpen,
                LazyBloomFilter::stored);
        for (Consumer<LazyBloomFilter<CharSequence>> call : calls) {
            LazyBloomFilter<CharSequence> clicks = existing();
            assertSaysWhoMakesIt(clicks::open);
            lazy(filters.memory, Optional.empty()).add("a");
            assertTrue(clicks.mightContain("a"));
            remove(filters.memory);
            assertSaysWhoMakesIt(() -> call.accept(clicks));
        }
    }

    private LazyBloomFilter<CharSequence> existing() {
        return new LazyBloomFilter<>(
                FilterSpec.existing("clicks").build(),
                Funnels.stringFunnel(StandardCharsets.UTF_8),
                FilterOptions.defaults(),
                filters.memory,
                Optional.empty(),
                opened -> {});
    }

    private static void assertSaysWhoMakesIt(Executable call) {
        assertEquals(
                "the filter 'clicks' does not exist, and this application never creates it (existing=true): create and"
                        + " fill it, for example with bloom load, and the next call finds it",
                assertThrows(FilterGoneException.class, call).getMessage());
    }

    /** The end that this object has seen has passed, by each clock; but it no longer was the end. */
    @Test
    void aFilterThatWasLostAfterItsLifetimeWasChangedIsNotCreatedAgain() {
        for (Consumer<BloomFilter<CharSequence>> change : List.<Consumer<BloomFilter<CharSequence>>>of(
                BloomFilter::persist, other -> other.expire(Duration.ofDays(100)))) {
            AtomicReference<Instant> now = new AtomicReference<>(Instant.now().minus(Duration.ofDays(1)));
            BloomFilters memory = InMemoryBloom.withClock(now::get);
            LazyBloomFilter<CharSequence> clicks = lazy(memory, Optional.of(Duration.ofHours(1)));
            clicks.add("a");
            change.accept(lazy(memory, Optional.empty()));
            now.updateAndGet(time -> time.plus(Duration.ofHours(2)));
            remove(memory);
            for (int i = 0; i < 2; i++) {
                FilterGoneException gone = assertThrows(FilterGoneException.class, () -> clicks.mightContain("a"));
                assertTrue(gone.getMessage().contains("is gone, and this application does not create it"));
                assertThrows(FilterGoneException.class, clicks::stored);
            }
            assertTrue(clicks.loss().isPresent());
            clicks.reopen();
            assertFalse(clicks.mightContain("a"));
        }
    }

    @Test
    void theServerTellsWhetherAFilterHasExpired() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now().plus(Duration.ofDays(1)));
        BloomFilters memory = InMemoryBloom.withClock(now::get);
        LazyBloomFilter<CharSequence> clicks = lazy(memory, Optional.of(Duration.ofHours(1)));
        clicks.add("a");
        now.updateAndGet(time -> time.plus(Duration.ofHours(2)));
        assertTrue(clicks.statsIfOpen().isEmpty());
        FilterGoneException gone = assertThrows(FilterGoneException.class, () -> clicks.mightContain("a"));
        assertTrue(gone.getMessage().contains("has expired, and the next call creates it again"), gone.getMessage());
        assertTrue(clicks.loss().isEmpty());
        assertTrue(clicks.add("a"));
        assertTrue(clicks.description().expireAt().isPresent());
    }

    /** A filter that leaves no sign of its end may just as well have been lost. */
    @Test
    void aFilterThatNobodyHasUsedForLongAfterItExpiredIsNotCreatedAgain() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now().minus(Duration.ofDays(100)));
        BloomFilters memory = InMemoryBloom.withClock(now::get);
        LazyBloomFilter<CharSequence> clicks = lazy(memory, Optional.of(Duration.ofHours(1)));
        clicks.add("a");
        now.updateAndGet(time -> time.plus(Duration.ofDays(10)));
        for (int i = 0; i < 2; i++) {
            assertThrows(FilterGoneException.class, () -> clicks.add("a"));
        }
        clicks.reopen();
        assertTrue(clicks.add("a"));
    }

    @Test
    void whatAsksNobodyDoesNotEndALoss() {
        LazyBloomFilter<CharSequence> clicks = lazy(filters.memory, Optional.empty());
        clicks.add("a");
        remove(filters.memory);
        lazy(filters.memory, Optional.empty()).add("b");
        assertThrows(LostDataException.class, () -> clicks.mightContain("a"));
        List<Runnable> silent = List.of(
                clicks::description, clicks::open, () -> clicks.claims("w"), () -> clicks.mightContainAll(List.of()));
        for (Runnable call : silent) {
            call.run();
            assertTrue(clicks.loss().isPresent());
        }
        clicks.stats();
        assertTrue(clicks.loss().isEmpty());
    }

    private static LazyBloomFilter<CharSequence> lazy(BloomFilters on, Optional<Duration> timeToLive) {
        return new LazyBloomFilter<>(
                FilterSpec.named("clicks")
                        .capacity(1000)
                        .falsePositiveRate(1e-6)
                        .build(),
                Funnels.stringFunnel(StandardCharsets.UTF_8),
                FilterOptions.defaults(),
                on,
                timeToLive,
                opened -> {});
    }

    private static void remove(BloomFilters from) {
        from.run(FilterRemoval.of("clicks"));
    }

    /** Starts calls, and returns when the opening has begun. */
    private List<FutureTask<Boolean>> startCalls() throws InterruptedException {
        List<FutureTask<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            FutureTask<Boolean> call = new FutureTask<>(() -> filter.mightContain("a"));
            calls.add(call);
            new Thread(call).start();
        }
        assertTrue(filters.begun.await(300, TimeUnit.SECONDS));
        return calls;
    }
}
