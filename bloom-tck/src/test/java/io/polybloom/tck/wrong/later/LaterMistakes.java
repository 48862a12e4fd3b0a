package io.polybloom.tck.wrong.later;

import com.google.common.hash.Funnel;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.polybloom.support.forward.Call;
import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.backend.Mistake;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Mistakes of asynchronous APIs, on top of a correct one. */
public enum LaterMistakes implements WrongBackend {
    /** Answers later only by its signature: the caller waits for the server. */
    BLOCKS_ITS_CALLER("8.01, 8.04", Connector.hasty(making(threads -> new LaterFilters(Runnable::run)))),

    /** Encodes all elements in the thread of the caller, to see that this can be done, before it begins. */
    ENCODES_IT_ALL_FIRST("8.04", making(threads -> new LaterFilters(threads) {
        private volatile Funnel<Object> funnel = (element, sink) -> {};

        @Override
        @SuppressWarnings("unchecked") // the elements of the only filter that its test opens
        public Answer<?> later(Call call) {
            for (Object argument : call.arguments()) {
                if (argument instanceof Funnel<?> own) {
                    funnel = (Funnel<Object>) own;
                } else if (argument instanceof Collection<?> elements) {
                    Hasher nowhere = Hashing.crc32c().newHasher();
                    elements.forEach(element -> funnel.funnel(element, nowhere));
                }
            }
            return super.later(call);
        }
    })),

    /** Calls a handler that comes late at once, in the thread that attaches it. */
    FORGETS_THE_CONTEXT("8.03", making(threads -> new LaterFilters(threads) {
        @Override
        <R> Answer<R> answer(CompletableFuture<R> result, Executor caller) {
            Answer<R> answer = super.answer(result, caller);
            return handler -> {
                if (result.isDone()) {
                    result.whenComplete(handler);
                } else {
                    answer.whenComplete(handler);
                }
            };
        }
    })),

    /** Hands out a dependent stage of the result, which wraps failures in a CompletionException. */
    WRAPS_FAILURES("8.02", making(threads -> new LaterFilters(threads) {
        @Override
        <R> Answer<R> answer(CompletableFuture<R> result, Executor caller) {
            return super.answer(result.thenApply(value -> value), caller);
        }
    }));

    private final Mistake mistake;

    LaterMistakes(String breaks, Connector mistake) {
        this.mistake = new Mistake(breaks, mistake);
    }

    private static Connector making(Function<Executor, LaterFilters> mistake) {
        return (target, timeout) -> {
            Connection right = new LettuceBackend().connect(target, timeout);
            ExecutorService threads = Executors.newCachedThreadPool();
            return new LaterConnection(right, threads, mistake.apply(threads).over(right.filters()));
        };
    }

    @Override
    public Map<Capability, String> missing() {
        Map<Capability, String> missing = WrongBackend.super.missing();
        missing.keySet().removeAll(Set.of(Capability.NON_BLOCKING, Capability.CALLER_CONTEXT));
        return missing;
    }

    @Override
    public Mistake mistake() {
        return mistake;
    }
}
