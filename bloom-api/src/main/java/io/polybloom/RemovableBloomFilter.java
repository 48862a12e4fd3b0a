package io.polybloom;

import java.util.Collection;

/**
 * A Bloom filter that counts its elements, so that they can be removed: a filter of the layout
 * {@value io.polybloom.layout.Layouts#COUNTING}. It takes four times the memory of {@code classic-v1}. Operations that
 * rely on bits never being cleared are refused: {@link #load}, claims, windows, near caches, mirrors, growth and
 * rejection at the capacity, merges and rebuilds.
 *
 * <p><b>Remove only elements that are in the filter.</b> An element is in it if it was added more often than it was
 * removed since the filter was last cleared. Each {@link #add} counts, even if the element is present already. Removing
 * an element that is not in the filter decrements counters of other elements, which may then be reported as absent
 * although they were added: the promise of {@link #mightContain} holds only as long as no such call is made. Ask
 * {@link #mightContain} first, and do not remove an element that is absent; this prevents most such mistakes.
 *
 * <p>A counter that has reached 15 stays there, since its true value is no longer known. So an element that is added 15
 * times stays in the filter until it is cleared. With distinct elements up to the capacity this is rare: if half of the
 * counters are in use, about one in 10^15 reaches 15. It affects other elements like one element that was never
 * removed.
 *
 * <p>If the outcome of an add or a removal is unknown, the element may or may not have been counted. This is so if the
 * call throws a {@link BackendException} and {@linkplain BackendException#mayHaveBeenApplied may have been applied}, or
 * if the element is {@link ElementOutcome#UNKNOWN}. A call is never repeated automatically. After such an add, do not
 * remove the element; after such a removal, do not repeat it. At worst the element then stays in the filter as a false
 * positive.
 *
 * @param <T> the type of the elements
 */
public interface RemovableBloomFilter<T> extends BloomFilter<T> {

    /**
     * Removes an element that is in the filter, atomically across all clients.
     *
     * @param element one that was added more often than removed
     * @return true if the element was in the filter, as far as its counters show; false if it definitely was not: then
     *     the call was a mistake, and has decremented counters of other elements
     * @throws LostDataException if a part of the filter is gone, or if another client has cleared the filter since this
     *     client last saw it; in the latter case nothing was removed, and the next call works on the cleared filter
     */
    boolean remove(T element);

    /**
     * Removes elements that are in the filter, in chunks, several of which may be in flight at once; not atomic as a
     * whole. An element that occurs several times in one call is removed that many times. An empty collection sends
     * nothing.
     *
     * @return one answer per element in iteration order, as {@link #remove} gives it
     * @throws PartialBulkException if not every element has an answer; {@link ElementOutcome#PRESENT} elements were
     *     removed, and {@link ElementOutcome#NEW} ones were not in the filter
     */
    boolean[] removeAll(Collection<? extends T> elements);
}
