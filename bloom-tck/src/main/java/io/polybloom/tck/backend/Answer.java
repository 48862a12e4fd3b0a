package io.polybloom.tck.backend;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The result of an operation of an API that answers later: a future or stage of any kind.
 *
 * @param <R> the type of the value; {@link Void} for none
 */
@FunctionalInterface
public interface Answer<R> {

    /**
     * Attaches a handler as users of the API do, and waits for nothing. May be called several times, also after the
     * answer has come, and by any thread.
     *
     * @param handler takes the value, or the failure as the API hands it to its handlers: nothing may be taken off it
     */
    void whenComplete(BiConsumer<? super @Nullable R, ? super @Nullable Throwable> handler);
}
