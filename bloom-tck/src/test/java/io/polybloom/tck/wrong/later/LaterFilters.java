package io.polybloom.tck.wrong.later;

import io.polybloom.BloomFilters;
import io.polybloom.support.forward.Call;
import io.polybloom.support.forward.Forwarder;
import io.polybloom.support.forward.Passage;
import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.backend.NonBlockingFilters;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Presents a blocking API rightly as one that answers later: other threads wait for the server, and handlers run on the
 * event loop of the caller. Subclasses change some of that.
 */
class LaterFilters implements Passage {

    private final Executor threads;

    LaterFilters(Executor threads) {
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

    final NonBlockingFilters over(BloomFilters right) {
        return new Forwarder<>(BloomFilters.class, NonBlockingFilters.class, this, Answer.class).present(right);
    }

    @Override
    public Answer<?> later(Call call) {
        CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        execute(() -> {
            try {
                result.complete(call.shown(call.make()));
            } catch (RuntimeException failure) {
                result.completeExceptionally(failure);
            }
        });
        return answer(result, EventLoop.ofCaller());
    }
}
