package io.polybloom.bench.suite;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/**
 * Makes single calls from many threads at a time, or with many futures in flight, and records the time of each in
 * nanoseconds.
 */
final class ManyCallers {

    private ManyCallers() {}

    /**
     * Lets threads call until all elements are asked for.
     *
     * @param latencies of several writers at a time
     * @return how many answers were yes
     */
    static long threads(
            int count, ExecutorService pool, List<String> elements, Predicate<String> call, Histogram latencies) {
        AtomicInteger next = new AtomicInteger();
        AtomicLong yes = new AtomicLong();
        CompletableFuture<?>[] threads = new CompletableFuture<?>[count];
        for (int i = 0; i < count; i++) {
            threads[i] = CompletableFuture.runAsync(
                    () -> {
                        for (int at = next.getAndIncrement(); at < elements.size(); at = next.getAndIncrement()) {
                            long start = System.nanoTime();
                            boolean answer = call.test(elements.get(at));
                            latencies.recordValue(System.nanoTime() - start);
                            yes.addAndGet(answer ? 1 : 0);
                        }
                    },
                    pool);
        }
        CompletableFuture.allOf(threads).join();
        return yes.get();
    }

    /**
     * Keeps calls in flight until all elements are asked for.
     *
     * @param latencies of several writers at a time
     * @return how many answers were yes
     * @throws IllegalStateException if a call fails
     */
    static long futures(
            int inFlight, List<String> elements, Function<String, CompletionStage<Boolean>> call, Histogram latencies) {
        Semaphore free = new Semaphore(inFlight);
        AtomicLong yes = new AtomicLong();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        for (String element : elements) {
            free.acquireUninterruptibly();
            long start = System.nanoTime();
            call.apply(element).whenComplete((answer, failure) -> {
                latencies.recordValue(System.nanoTime() - start);
                if (failure != null) {
                    failed.set(failure);
                } else if (answer) {
                    yes.incrementAndGet();
                }
                free.release();
            });
        }
        free.acquireUninterruptibly(inFlight);
        if (failed.get() != null) {
            throw new IllegalStateException("a call has failed", failed.get());
        }
        return yes.get();
    }
}
