package io.polybloom.spring.actuate;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.spring.filter.LazyBloomFilter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Checks the health of one filter in bounded time. A client may wait for a server that does not answer much longer than
 * a probe of the application may last, so each check runs on a daemon thread of its own, at most one at a time.
 * Thread-safe.
 */
public final class FilterHealth {

    private final BloomFilter<?> filter;
    private final Duration limit;
    private @Nullable CompletableFuture<FilterView> running;

    /**
     * Creates the check of a filter.
     *
     * @param limit the longest time for which {@link #check} waits
     */
    public FilterHealth(BloomFilter<?> filter, Duration limit) {
        this.filter = filter;
        this.limit = limit;
    }

    /**
     * Measures the filter if it is open, and opens it if the last attempt to open it has failed.
     *
     * @return the view of the filter
     * @throws BloomFilterException if the filter cannot be opened or measured, or if the server has not answered in
     *     time
     */
    public FilterView check() {
        try {
            return running().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException own ? own : new CompletionException(failed.getCause());
        } catch (TimeoutException late) {
            throw new BackendException(Reason.NO_ANSWER, false, "no answer within " + limit.toMillis() + " ms", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BackendException(Reason.INTERRUPTED, false, "interrupted during a health check", interrupted);
        }
    }

    private synchronized CompletableFuture<FilterView> running() {
        if (running == null || running.isDone()) {
            CompletableFuture<FilterView> check = new CompletableFuture<>();
            Thread thread = new Thread(() -> complete(check), "polybloom-health");
            thread.setDaemon(true);
            thread.start();
            running = check;
        }
        return running;
    }

    private void complete(CompletableFuture<FilterView> check) {
        try {
            if (filter instanceof LazyBloomFilter<?> lazy && lazy.hasFailed()) {
                lazy.open();
            }
            check.complete(FilterView.measured(filter));
        } catch (RuntimeException | Error failure) {
            check.completeExceptionally(failure);
        }
    }
}
