package io.polybloom.tck.backend;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The result of an operation of an asynchronous API: a future or stage of any kind.
 *
 * @param <R> the type of the value; {@link Void} for none
 */
@FunctionalInterface
public interface Answer<R> {

    /**
     * Attaches a handler as users of the API do, without waiting. May be called several times, even after the answer
     * has arrived, and by any thread.
     *
     * @param handler takes the value, or the failure exactly as the API passes it to its handlers, not unwrapped
     */
    void whenComplete(BiConsumer<? super @Nullable R, ? super @Nullable Throwable> handler);
}
