package io.polybloom.spring.actuate;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.spring.filter.LazyBloomFilter;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks the health of the filters of an application in bounded time. A client may wait for a server that does not
 * answer much longer than a probe of the application may last, and Spring Boot asks for the health of one filter after
 * the other. So a {@link #round} checks all filters at the same time, with one limit for all. Each check runs on a
 * daemon thread of its own, at most one at a time for each filter. Thread-safe.
 *
 * <p>A check measures a filter that is open, and opens one that the last attempt could not open. It throws a
 * {@link io.polybloom.BloomFilterException} if that fails, or if the server has not answered in time.
 */
public final class HealthChecks {

    private final Map<String, Check> checks = new LinkedHashMap<>();
    private final Duration limit;
    private final Supplier<CompletableFuture<?>> timer;

    /**
     * Creates the checks, and runs none yet.
     *
     * @param filters the filters by the names of their beans
     * @param limit the longest time for which a round waits
     */
    public HealthChecks(Map<String, BloomFilter<?>> filters, Duration limit) {
        this(
                filters,
                limit,
                () -> new CompletableFuture<>().completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** As above; {@code timer} begins the limit of a round, and completes the future at its end. */
    HealthChecks(Map<String, BloomFilter<?>> filters, Duration limit, Supplier<CompletableFuture<?>> timer) {
        filters.forEach((name, filter) -> checks.put(name, new Check(filter)));
        this.limit = limit;
        this.timer = timer;
    }

    /**
     * Returns the checks of all filters by their names, in the order of the filters. The first one that is asked begins
     * all of them. One that is asked again begins again, alone.
     */
    public Map<String, Supplier<FilterView>> round() {
        Round round = new Round(checks.keySet());
        Map<String, Supplier<FilterView>> views = new LinkedHashMap<>();
        checks.keySet().forEach(name -> views.put(name, () -> round.view(name)));
        return views;
    }

    /** Returns the check of one filter, which checks no other; null if there is no such filter. */
    public @Nullable Supplier<FilterView> of(String name) {
        return checks.containsKey(name) ? () -> new Round(Set.of(name)).view(name) : null;
    }

    /** Checks that begin and end together. The result of each is used once, so none grows old. */
    private final class Round {

        private final Collection<String> names;
        private final Map<String, CompletableFuture<FilterView>> unused = new HashMap<>();
        private @Nullable CompletableFuture<?> end;

        Round(Collection<String> names) {
            this.names = names;
        }

        FilterView view(String name) {
            CompletableFuture<FilterView> check;
            CompletableFuture<?> late;
            synchronized (this) {
                if (end == null) {
                    names.forEach(member -> unused.put(member, check(member).running()));
                    end = timer.get();
                }
                check = unused.remove(name);
                late = end;
            }
            return check == null ? new Round(Set.of(name)).view(name) : await(check, late);
        }

        private Check check(String name) {
            return Objects.requireNonNull(checks.get(name));
        }
    }

    private FilterView await(CompletableFuture<FilterView> check, CompletableFuture<?> end) {
        try {
            CompletableFuture.anyOf(check, end).get();
            if (!check.isDone()) {
                throw new BackendException(
                        Reason.NO_ANSWER, false, "no answer within " + limit.toMillis() + " ms", null);
            }
            return check.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException own ? own : new CompletionException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BackendException(Reason.INTERRUPTED, false, "interrupted during a health check", interrupted);
        }
    }

    /** The check of one filter. */
    private static final class Check {

        private final BloomFilter<?> filter;
        private @Nullable CompletableFuture<FilterView> running;

        Check(BloomFilter<?> filter) {
            this.filter = filter;
        }

        /** Returns the check that runs; begins one if none does. */
        synchronized CompletableFuture<FilterView> running() {
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
}
