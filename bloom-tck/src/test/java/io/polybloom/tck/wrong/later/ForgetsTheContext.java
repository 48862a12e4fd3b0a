package io.polybloom.tck.wrong.later;

import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Calls a handler that comes late at once, in the thread that attaches it. */
@Breaks(Rule.CONTEXT_OF_THE_CALLER)
public final class ForgetsTheContext extends LaterFilters {

    public ForgetsTheContext(Executor threads) {
        super(threads);
    }

    @Override
    <R> Answer<R> answer(CompletableFuture<R> result, Executor caller) {
        Answer<R> right = super.answer(result, caller);
        return handler -> {
            if (result.isDone()) {
                result.whenComplete(handler);
            } else {
                right.whenComplete(handler);
            }
        };
    }
}
