package io.polybloom;

/**
 * A copy of all bits of a filter in the memory of this JVM. It answers look-ups without Redis and without a lock, both
 * {@code true} and {@code false}, as of an instant in the past: {@link #asOf}.
 *
 * <p>Every element whose add was acknowledged before {@code asOf()} is present. So is every element that a filter
 * opened by the same {@link BloomFilters} object has added or found present by {@code add} or {@code addAll}, or by
 * {@link Claims}, if that call began after the mirror was opened: it is present as soon as the call returns. Elements
 * that others have added since {@code asOf()}, or that were loaded, merged or imported, may be missing until the next
 * refresh. As everywhere, an absent element is reported as present at the filter's false-positive rate.
 *
 * <p>Nothing happens in the background unless {@link MirrorOptions#refreshedBy} names an executor: without one, only
 * {@link #refresh} reads Redis. A refresh reads the parts that have changed, and follows clears, rebuilds and growth.
 * Later look-ups use its result: if the filter was deleted or has lost data, they throw until a refresh has found a
 * filter again.
 *
 * <p>No answer is older than {@link MirrorOptions#longestStaleness}: the age is checked after the bits have been read,
 * and only a pause of the thread between that and the return of the method can make an answer older.
 *
 * <p>Thread-safe. {@code docs/mirrors.md} describes what a refresh costs.
 *
 * @param <T> the type of the elements
 */
public interface FilterMirror<T> extends MirrorView<T> {

    /**
     * Reads what has changed, as far as the bytes per second allow. Refreshes of one mirror run one after the other.
     * After a {@link BackendException} the mirror knows what it knew before.
     *
     * @throws BackendException if Redis, or the connection to it, fails
     * @throws FilterGoneException if there is no filter of that name
     * @throws LostDataException if a part of the filter is gone, or is being removed by a clear right now
     * @throws UnsupportedFilterException if the filter cannot be mirrored: it needs more memory than the options allow,
     *     has a window, counters, or a layout whose bits only the server can read
     * @throws IllegalStateException if the mirror is closed
     */
    void refresh();
}
