package io.polybloom.spring.actuate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The checks of a server that does not answer. */
@Timeout(300)
class HealthChecksTest {

    private static final int FILTERS = 3;

    private final CountDownLatch answer = new CountDownLatch(1);
    private final CountDownLatch allAsked = new CountDownLatch(FILTERS);
    private final AtomicInteger asked = new AtomicInteger();
    private final List<CompletableFuture<?>> timers = new ArrayList<>();
    private final HealthChecks checks = new HealthChecks(silent(), Duration.ofMillis(1), this::timer);

    /** Counted: a round would otherwise last as long as the limits of all filters together. */
    @Test
    void aRoundAsksAllFiltersAtOnceAndHasOneLimit() throws InterruptedException {
        Map<String, Supplier<FilterView>> round = checks.round();
        assertEquals(List.of(0, 0), List.of(asked.get(), timers.size()), "nobody wants to know yet");
        Thread end = endOfFirstTimerOnceAllAreAsked();
        round.forEach((name, check) -> assertLate(check));
        end.join();
        assertEquals(FILTERS, round.size());
        assertEquals(FILTERS, asked.get());
        assertEquals(1, timers.size());
    }

    @Test
    void aServerThatDoesNotAnswerIsAskedOnceForEachFilterUntilItAnswers() throws InterruptedException {
        Thread end = endOfFirstTimerOnceAllAreAsked();
        checks.round().forEach((name, check) -> assertLate(check));
        end.join();
        checks.round().forEach((name, check) -> assertEquals(name, check.get().name()));
        assertEquals(FILTERS, asked.get());
    }

    /** Somebody may keep what a round has returned. */
    @Test
    void aCheckThatIsAskedAgainMeasuresItsFilterAgain() {
        answer.countDown();
        Map<String, Supplier<FilterView>> round = checks.round();
        round.values().forEach(Supplier::get);
        assertEquals(FILTERS, asked.get());
        assertEquals("filter 0", round.get("filter 0").get().name());
        assertEquals(FILTERS + 1, asked.get());
    }

    @Test
    void theCheckOfOneFilterAsksNoOther() {
        answer.countDown();
        Supplier<FilterView> check = checks.of("filter 1");
        for (int times = 1; times <= 2; times++) {
            assertEquals("filter 1", check.get().name());
            assertEquals(times, asked.get());
        }
        assertNull(checks.of("unknown"));
    }

    @Test
    void theClockEndsARound() {
        new HealthChecks(silent(), Duration.ofMillis(1)).round().forEach((name, check) -> assertLate(check));
    }

    private static void assertLate(Supplier<FilterView> check) {
        BackendException late = assertThrows(BackendException.class, check::get);
        assertEquals(Reason.NO_ANSWER, late.reason());
        assertEquals("no answer within 1 ms", late.getMessage());
    }

    /** Begins the limit of a round, whose checks have begun before. In the second round the server answers. */
    private synchronized CompletableFuture<?> timer() {
        CompletableFuture<?> timer = new CompletableFuture<>();
        timers.add(timer);
        if (timers.size() == 2) {
            answer.countDown();
        }
        notifyAll();
        return timer;
    }

    private Thread endOfFirstTimerOnceAllAreAsked() {
        Thread thread = new Thread(() -> {
            try {
                allAsked.await();
                synchronized (this) {
                    while (timers.isEmpty()) {
                        wait();
                    }
                    timers.get(0).complete(null);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        return thread;
    }

    /** Returns filters whose measurements wait for the test. */
    private Supplier<Map<String, BloomFilter<?>>> silent() {
        Map<String, BloomFilter<?>> filters = new LinkedHashMap<>();
        for (int i = 0; i < FILTERS; i++) {
            filters.put("filter " + i, silent("filter " + i));
        }
        return () -> filters;
    }

    private BloomFilter<?> silent(String name) {
        BloomFilter<byte[]> filter =
                InMemoryBloom.create().open(FilterSpec.named(name).capacity(9).build(), Funnels.byteArrayFunnel());
        return (BloomFilter<?>) Proxy.newProxyInstance(
                BloomFilter.class.getClassLoader(), new Class<?>[] {BloomFilter.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("stats")) {
                        asked.incrementAndGet();
                        allAsked.countDown();
                        answer.await();
                    }
                    try {
                        return method.invoke(filter, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
