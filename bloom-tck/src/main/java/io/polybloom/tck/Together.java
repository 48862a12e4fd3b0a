package io.polybloom.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs tasks at the same time, each in a thread of its own. */
final class Together {

    private static final long LIMIT_SECONDS = 120;

    private Together() {}

    /** Starts all tasks at once and returns their values in order; a task that throws fails the call. */
    static <R> List<R> call(List<? extends Callable<R>> tasks) {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        CyclicBarrier start = new CyclicBarrier(tasks.size());
        try {
            List<Future<R>> running = new ArrayList<>();
            for (Callable<R> task : tasks) {
                running.add(threads.submit(() -> {
                    start.await(LIMIT_SECONDS, TimeUnit.SECONDS);
                    return task.call();
                }));
            }
            List<R> values = new ArrayList<>();
            for (Future<R> task : running) {
                values.add(task.get(LIMIT_SECONDS, TimeUnit.SECONDS));
            }
            return values;
        } catch (ExecutionException failure) {
            throw new AssertionError("one of " + tasks.size() + " tasks failed: " + failure.getCause(), failure);
        } catch (InterruptedException | TimeoutException late) {
            throw new AssertionError(tasks.size() + " tasks took too long", late);
        } finally {
            threads.shutdownNow();
        }
    }
}
