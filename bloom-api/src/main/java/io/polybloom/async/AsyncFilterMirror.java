package io.polybloom.async;

import io.polybloom.MirrorOptions;
import io.polybloom.MirrorView;
import java.util.concurrent.CompletionStage;

/**
 * A copy of all bits of a filter in the memory of this JVM. Its contract is that of {@link io.polybloom.FilterMirror}:
 * look-ups answer at once and throw what they throw there, and only {@link #refresh} talks to Redis. Thread-safe.
 *
 * @param <T> the type of the elements
 */
public interface AsyncFilterMirror<T> extends MirrorView<T> {

    /**
     * Reads what has changed, as far as {@link MirrorOptions#bytesPerSecond} allows, once the refreshes that were begun
     * before have ended. A stage that is completed early does not end the refresh.
     */
    CompletionStage<Void> refresh();
}
