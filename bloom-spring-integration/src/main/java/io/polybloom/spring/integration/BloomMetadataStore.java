package io.polybloom.spring.integration;

import io.polybloom.BloomFilter;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.metadata.ConcurrentMetadataStore;

/**
 * Keeps the keys of messages in a Bloom filter, for a {@code MetadataStoreSelector} without a comparison of values.
 *
 * <pre>{@code
 * new IdempotentReceiverInterceptor(
 *         new MetadataStoreSelector(message -> message.getHeaders().get("orderId", String.class), store))
 * }</pre>
 *
 * <p>A key is added before its message is processed. So a crash in between, or a flow that fails, loses the message:
 * when it is delivered again, its key has been seen. {@link ClaimsReceiverInterceptor} loses nothing, if the source
 * numbers its messages.
 *
 * <p>A filter has no values, and {@code remove} would need to know who has added a key. So all operations but
 * {@link #putIfAbsent} throw an {@link UnsupportedOperationException}: this store does not suit file filters, feeds and
 * other components that keep a position or a time. Therefore do not call its bean {@code metadataStore}, which they use
 * by default.
 *
 * <p>Thread-safe. The filter and its client are never closed.
 */
public final class BloomMetadataStore implements ConcurrentMetadataStore {

    /** The value of each key that has been seen. */
    public static final String SEEN = "seen";

    private final BloomFilter<String> filter;

    /**
     * Uses a filter.
     *
     * @throws IllegalStateException if the version of Spring Integration is not supported
     */
    public BloomMetadataStore(BloomFilter<String> filter) {
        Versions.requireSupported();
        this.filter = filter;
    }

    /**
     * Adds a key, atomically across all clients.
     *
     * @param value is not kept
     * @return null if the key was not in the filter, else {@value #SEEN}
     * @throws io.polybloom.BloomFilterException if the filter cannot answer
     */
    @Override
    public @Nullable String putIfAbsent(String key, String value) {
        return filter.add(key) ? null : SEEN;
    }

    /** Refuses, for a filter has no values. */
    @Override
    public void put(String key, String value) {
        throw hasNoValues("put");
    }

    /** Refuses, for a filter has no values. */
    @Override
    public String get(String key) {
        throw hasNoValues("get, which a comparison of values uses");
    }

    /** Refuses, for a filter has no values. */
    @Override
    public boolean replace(String key, String oldValue, String newValue) {
        throw hasNoValues("replace");
    }

    /** Refuses: a key may be in the filter because of another one, or because of another message. */
    @Override
    public String remove(String key) {
        throw new UnsupportedOperationException(
                "A key cannot be removed from a Bloom filter. To process a message again"
                        + " that has failed, use ClaimsReceiverInterceptor");
    }

    private static UnsupportedOperationException hasNoValues(String operation) {
        return new UnsupportedOperationException("A Bloom filter keeps keys without values, so there is no " + operation
                + ". Only putIfAbsent is possible, as MetadataStoreSelector calls it");
    }
}
