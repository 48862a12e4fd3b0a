package io.polybloom.async;

import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * A Bloom filter that counts its elements, so that they can be removed; this flavour answers with
 * {@link CompletionStage}. The contracts are those of {@link io.polybloom.RemovableBloomFilter}, which says which
 * elements may be removed, and why no others may be.
 *
 * @param <T> the type of the elements
 */
public interface AsyncRemovableBloomFilter<T> extends AsyncBloomFilter<T> {

    /**
     * Removes an element that is in the filter, atomically across all clients.
     *
     * @param element one that was added more often than removed
     * @return true if the element was in the filter, as far as its counters show; false if it definitely was not: then
     *     the call was a mistake, and has decremented counters of other elements
     */
    CompletionStage<Boolean> remove(T element);

    /**
     * Removes elements that are in the filter, in chunks, several of which may be in flight at once; not atomic as a
     * whole. An element that occurs several times in one call is removed that many times. An empty collection sends
     * nothing. Fails with {@link io.polybloom.PartialBulkException} if not every element has an answer.
     *
     * @return one answer per element in iteration order, as {@link #remove} gives it
     */
    CompletionStage<boolean[]> removeAll(Collection<? extends T> elements);
}
