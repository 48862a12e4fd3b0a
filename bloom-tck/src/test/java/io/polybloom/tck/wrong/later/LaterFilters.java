package io.polybloom.tck.wrong.later;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.backend.NonBlockingFilters;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A right API that answers later, over a blocking one: other threads wait for the server, and handlers run on the event
 * loop of the caller. Subclasses change some of that.
 */
public class LaterFilters implements NonBlockingFilters {

    private final BloomFilters right;
    private final Executor threads;

    public LaterFilters(BloomFilters right, Executor threads) {
        this.right = right;
        this.threads = threads;
    }

    /** Runs the actions that wait for the server. */
    void execute(Runnable waiting) {
        threads.execute(waiting);
    }

    /** The answer that is returned for a result that is not there yet. */
    <R> Answer<R> answer(CompletableFuture<R> result, Executor caller) {
        return handler -> result.whenCompleteAsync(handler, caller);
    }

    /** The elements that are passed on in place of those of a bulk operation. */
    <T> Collection<? extends T> bulk(Collection<? extends T> elements, Funnel<? super T> funnel) {
        return elements;
    }

    final <R> Answer<R> later(Supplier<R> operation) {
        CompletableFuture<R> result = new CompletableFuture<>();
        execute(() -> {
            try {
                result.complete(operation.get());
            } catch (RuntimeException failure) {
                result.completeExceptionally(failure);
            }
        });
        return answer(result, EventLoop.ofCaller());
    }

    final Answer<Void> nothing(Runnable operation) {
        return later(() -> {
            operation.run();
            return null;
        });
    }

    @Override
    public <T> Answer<NonBlockingFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return later(() -> new LaterFilter<T>(this, right.open(spec, funnel, options), funnel));
    }

    @Override
    public <T> Answer<NonBlockingFilter<T>> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
        return later(() -> new LaterFilter<T>(this, right.openExisting(name, funnel, options), funnel));
    }

    @Override
    public <T> Answer<NonBlockingRemovableFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return later(() -> new LaterRemovableFilter<T>(this, right.openRemovable(spec, funnel, options), funnel));
    }

    @Override
    public <T> NonBlockingCounter<T> counter(String name, Funnel<? super T> funnel) {
        return new LaterCounter<>(this, right.counter(name, funnel), funnel);
    }

    @Override
    public <T> Answer<NonBlockingMirror<T>> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return later(() -> {
            FilterMirror<T> mirror = right.mirror(name, funnel, options);
            return new NonBlockingMirror<>(mirror, () -> nothing(mirror::refresh));
        });
    }

    @Override
    public <R> Answer<R> run(FilterTask<R> task) {
        return later(() -> right.run(task));
    }
}
