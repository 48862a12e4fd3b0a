package io.polybloom;

import java.util.Collection;

/**
 * A Bloom filter that counts its elements, so that they can be removed: one of the layout
 * {@value io.polybloom.layout.Layouts#COUNTING}. It takes four times the memory of {@code classic-v1}, and cannot do
 * what bits that are never unset make possible: {@link #load}, claims, windows, near caches, growth, merges and
 * rebuilds.
 *
 * <p><b>Remove only what is in the filter.</b> An element is in it if it was added more often than it was removed,
 * since the filter was last cleared. Each {@link #add} counts, also of an element that is there already. Removing an
 * element that is not in the filter takes counts from other elements, which may then be called absent although they
 * were added: the promise of {@link #mightContain} holds only as long as no such call is made. {@link #mightContain}
 * finds out most mistakes beforehand: do not remove an element that is absent.
 *
 * <p>A counter that has reached 15 stays there, since it no longer knows its elements. So an element that is added 15
 * times stays in the filter until it is cleared. With distinct elements up to the capacity this is rare: about one
 * counter in 10^15 reaches it where half of the counters are used. Other elements are affected only as by one that was
 * not removed.
 *
 * <p>An element of an add or a removal whose outcome is unknown (the call has thrown, and
 * {@link BackendException#mayHaveBeenApplied()}, or the element was {@link ElementOutcome#UNKNOWN}) may or may not have
 * been counted. A call is never repeated by itself. After such an add, do not remove the element: it then stays in the
 * filter as a false positive at worst. After such a removal, leave the element as it is, for the same reason.
 *
 * @param <T> the type of the elements
 */
public interface RemovableBloomFilter<T> extends BloomFilter<T> {

    /**
     * Removes an element that is in the filter, atomically over all clients.
     *
     * @param element one that was added more often than removed
     * @return true if the element was in the filter, as far as its counters tell; false if it definitely was not, so
     *     that the call was a mistake, which has lowered the counters of other elements
     * @throws LostDataException if another client has cleared the filter since this client last saw it; nothing was
     *     removed from the filter as it is now, and the next call works on that
     */
    boolean remove(T element);

    /**
     * Removes elements that are in the filter, in chunks that overlap; not atomic as a whole. An element that occurs
     * several times in one call is removed as often. An empty collection sends nothing.
     *
     * @return one answer per element in iteration order, as {@link #remove} gives it
     * @throws PartialBulkException if not every element has an answer; {@link ElementOutcome#PRESENT} elements were
     *     removed, and {@link ElementOutcome#NEW} ones were not in the filter
     */
    boolean[] removeAll(Collection<? extends T> elements);
}
