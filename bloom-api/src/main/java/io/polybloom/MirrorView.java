package io.polybloom;

import java.time.Instant;
import java.util.Collection;

/**
 * What a mirror answers from the memory of this JVM, whichever client reads the filter: the part that
 * {@link FilterMirror}, {@link io.polybloom.async.AsyncFilterMirror} and the mirrors of Vert.x have in common. Nothing
 * here sends a command or waits. Thread-safe.
 *
 * @param <T> the type of the elements
 */
public interface MirrorView<T> extends AutoCloseable {

    /**
     * Returns the parameters of the filter as of the most recent refresh that has succeeded.
     *
     * @throws BloomFilterException as {@link #asOf} does
     */
    FilterDescription description();

    /**
     * Returns whether the filter contained an element; false only if it definitely did not, as of {@link #asOf}. Sends
     * nothing, and does not wait.
     *
     * @throws StaleMirrorException if what the mirror knows is too old, or it has not read all bits yet
     * @throws FilterGoneException if the filter was deleted or has expired
     * @throws LostDataException if the most recent refresh has found that a part of the filter is gone
     * @throws UnsupportedFilterException if the filter has become one that cannot be mirrored
     * @throws IllegalStateException if the mirror is closed
     */
    boolean mightContain(T element);

    /**
     * Looks up elements, all of them as of the same refresh; one answer per element in order.
     *
     * @throws BloomFilterException as {@link #mightContain} does
     * @throws NullPointerException if an element is null
     */
    boolean[] mightContainAll(Collection<? extends T> elements);

    /**
     * Returns the time of the oldest part of what the mirror knows, by the clock of the server that has the filter's
     * register. It goes back only if that clock does.
     *
     * @throws StaleMirrorException if the mirror has not read all bits yet
     * @throws FilterGoneException if the filter was deleted or has expired
     * @throws LostDataException if the most recent refresh has found that a part of the filter is gone
     * @throws UnsupportedFilterException if the filter has become one that cannot be mirrored
     * @throws IllegalStateException if the mirror is closed
     */
    Instant asOf();

    /** Returns how many bytes refreshes have read from Redis since the mirror was opened; 0 if none has. */
    long bytesRead();

    /** Ends the mirror and frees its memory. Sends nothing, and leaves the executor and the client alone. */
    @Override
    void close();
}
