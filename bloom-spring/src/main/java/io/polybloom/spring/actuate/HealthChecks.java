package io.polybloom.spring.actuate;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
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
 * <p>A check measures a filter that is open, and compares the stored parameters of one that is not. It opens and
 * creates none. It throws a {@link io.polybloom.BloomFilterException} if that fails, or if the server has not answered
 * in time.
 */
public final class HealthChecks {

    private final Supplier<Map<String, BloomFilter<?>>> filters;
    private final Map<String, Check> checks = new ConcurrentHashMap<>();
    private final Duration limit;
    private final Supplier<CompletableFuture<?>> timer;

    /**
     * Creates the checks, and runs none yet.
     *
     * @param filters finds the filters by the names of their beans
     * @param limit the longest time for which a round waits
     */
    public HealthChecks(Supplier<Map<String, BloomFilter<?>>> filters, Duration limit) {
        this(
                filters,
                limit,
                () -> new CompletableFuture<>().completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** As above; {@code timer} begins the limit of a round, and completes the future at its end. */
    HealthChecks(Supplier<Map<String, BloomFilter<?>>> filters, Duration limit, Supplier<CompletableFuture<?>> timer) {
        this.filters = filters;
        this.limit = limit;
        this.timer = timer;
    }

    /**
     * Returns the checks of all filters by their names, in the order of the filters. The first one that is asked begins
     * all of them. One that is asked again begins again, alone.
     */
    public Map<String, Supplier<FilterView>> round() {
        Map<String, BloomFilter<?>> found = filters.get();
        Round round = new Round(found);
        Map<String, Supplier<FilterView>> views = new LinkedHashMap<>();
        found.keySet().forEach(name -> views.put(name, () -> round.view(name)));
        return views;
    }

    /** Returns the check of one filter, which checks no other; null if there is no such filter. */
    public @Nullable Supplier<FilterView> of(String name) {
        BloomFilter<?> filter = filters.get().get(name);
        return filter == null ? null : () -> new Round(Map.of(name, filter)).view(name);
    }

    /** Checks that begin and end together. The result of each is used once, so none grows old. */
    private final class Round {

        private final Map<String, BloomFilter<?>> members;
        private final Map<String, CompletableFuture<FilterView>> unused = new HashMap<>();
        private @Nullable CompletableFuture<?> end;

        Round(Map<String, BloomFilter<?>> members) {
            this.members = members;
        }

        FilterView view(String name) {
            CompletableFuture<FilterView> check;
            CompletableFuture<?> late;
            synchronized (this) {
                if (end == null) {
                    members.keySet()
                            .forEach(member -> unused.put(member, check(member).running()));
                    end = timer.get();
                }
                check = unused.remove(name);
                late = end;
            }
            return check == null ? new Round(Map.of(name, filter(name))).view(name) : await(check, late);
        }

        private Check check(String name) {
            return checks.computeIfAbsent(name, absent -> new Check(filter(name)));
        }

        private BloomFilter<?> filter(String name) {
            return Objects.requireNonNull(members.get(name));
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
                check.complete(FilterView.measured(filter));
            } catch (RuntimeException | Error failure) {
                check.completeExceptionally(failure);
            }
        }
    }
}
