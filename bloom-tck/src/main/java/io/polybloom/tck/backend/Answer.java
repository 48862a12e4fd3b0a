package io.polybloom.tck.backend;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The result of an operation of an asynchronous API: a future or stage of any kind.
 *
 * @param <R> the type of the value; {@link Void} for none
 */
@FunctionalInterface
public interface Answer<R> {

    /** How long {@link #await} waits. */
    long PATIENCE_SECONDS = 60;

    /**
     * Attaches a handler as users of the API do, without waiting. May be called several times, even after the answer
     * has arrived, and by any thread.
     *
     * @param handler takes the value, or the failure exactly as the API passes it to its handlers, not unwrapped
     */
    void whenComplete(BiConsumer<? super @Nullable R, ? super @Nullable Throwable> handler);

    /** Waits for the value and returns it, or throws the failure. An interrupt does not end the wait. */
    default R await() {
        CompletableFuture<R> arrived = new CompletableFuture<>();
        whenComplete((value, failure) -> {
            if (failure == null) {
                arrived.complete(value);
            } else {
                arrived.completeExceptionally(failure);
            }
        });
        try {
            return arrived.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failure.getCause());
        }
    }
}
