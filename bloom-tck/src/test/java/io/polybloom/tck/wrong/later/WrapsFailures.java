package io.polybloom.tck.wrong.later;

import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Hands out a dependent stage of the result, which wraps failures in a CompletionException. */
@Breaks(Rule.FAILURES_UNWRAPPED)
public final class WrapsFailures extends LaterFilters {

    public WrapsFailures(Executor threads) {
        super(threads);
    }

    @Override
    <R> Answer<R> answer(CompletableFuture<R> result, Executor caller) {
        return super.answer(result.thenApply(value -> value), caller);
    }
}
