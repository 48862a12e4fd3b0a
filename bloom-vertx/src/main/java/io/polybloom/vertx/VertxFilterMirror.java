package io.polybloom.vertx;

import io.polybloom.MirrorOptions;
import io.polybloom.MirrorView;
import io.vertx.core.Future;

/**
 * A copy of all bits of a filter in the memory of this JVM. Its contract is that of {@link io.polybloom.FilterMirror}:
 * look-ups answer at once, on an event loop, too, and throw what they throw there; only {@link #refresh} talks to
 * Redis. {@code vertx.setPeriodic} can call it in place of an executor. Thread-safe.
 *
 * @param <T> the type of the elements
 */
public interface VertxFilterMirror<T> extends MirrorView<T> {

    /**
     * Reads what has changed, as far as {@link MirrorOptions#bytesPerSecond} allows, once the refreshes that were begun
     * before have ended. Every failure fails the future.
     */
    Future<Void> refresh();
}
