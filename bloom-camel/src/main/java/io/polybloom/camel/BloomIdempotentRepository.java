package io.polybloom.camel;

import io.polybloom.BloomFilter;
import io.polybloom.RemovableBloomFilter;
import org.apache.camel.Exchange;
import org.apache.camel.processor.idempotent.IdempotentConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the keys of messages in a Bloom filter, without claims. It loses or repeats messages as the options of the
 * idempotent consumer say:
 *
 * <ul>
 *   <li>{@code eager(true)}, Camel's default: the key is added before the message is processed. A crash in between
 *       loses the message. With {@code removeOnFailure(true)}, Camel's default, the key is removed again if processing
 *       fails, which needs a {@link RemovableBloomFilter}. With {@code removeOnFailure(false)}, a message that fails
 *       counts as seen.
 *   <li>{@code eager(false)}: the key is looked up, and added after the message has been processed. Nothing is lost. A
 *       crash in between repeats the message, and two consumers that get a message at once both process it.
 * </ul>
 *
 * <p>{@link ClaimsIdempotentRepository} loses nothing and repeats less, if the source numbers its messages. A route
 * with {@code eager(true)} and {@code removeOnFailure(true)} on a filter whose elements cannot be removed is refused
 * when it is added.
 *
 * <p>An error of the filter fails the exchange. After processing, Camel itself logs an error and goes on; then a key
 * was not added (the message may be repeated) or not removed (the message is lost if it is delivered again).
 *
 * <p>Thread-safe. The filter and its client are never closed.
 */
public final class BloomIdempotentRepository extends FilterRepository {

    private static final String ADDED = "CamelPolybloomAdded";
    private static final String NEEDS_COUNTING =
            "elements can only be removed from a filter of the layout counting-v1 (BloomFilters.openRemovable)";

    private final @Nullable RemovableBloomFilter<String> removable;

    /**
     * Uses a filter. With a {@link RemovableBloomFilter}, keys can be removed.
     *
     * <p>In a {@link RemovableBloomFilter}, a key is only added if it is absent, and a message takes back only what it
     * has added. If a message fails at the moment at which another consumer adds the same key, the key may stay in the
     * filter; then the message is lost when it is delivered again. Claims have no such moment.
     */
    public BloomIdempotentRepository(BloomFilter<String> filter) {
        super(filter);
        this.removable = filter instanceof RemovableBloomFilter<String> counting ? counting : null;
    }

    @Override
    public boolean add(String key) {
        if (removable == null) {
            return filter.add(key);
        }
        if (removable.mightContain(key)) {
            return false;
        }
        boolean isNew = removable.add(key);
        if (!isNew) {
            removable.remove(key); // counted twice, it would outlive its removal by the one that has added it
        }
        return isNew;
    }

    /** Adds a key, unless the exchange has failed; with {@code eager(false)}, Camel adds it when the exchange ends. */
    @Override
    public boolean add(Exchange exchange, String key) {
        // Camel looks for a failure before the first synchronization, and one of them may be what fails.
        boolean isNew = !exchange.isFailed() && add(key);
        if (isNew) {
            exchange.setProperty(ADDED, key);
        }
        return isNew;
    }

    /**
     * Removes a key that has been added.
     *
     * @return false if it is absent
     * @throws UnsupportedOperationException if the filter is not a {@link RemovableBloomFilter}
     */
    @Override
    public boolean remove(String key) {
        if (removable == null) {
            throw new UnsupportedOperationException("Key " + key + " cannot be removed: " + NEEDS_COUNTING);
        }
        return removable.mightContain(key) && removable.remove(key);
    }

    /** Removes a key if this exchange has added it: what another exchange has added stays. */
    @Override
    public boolean remove(Exchange exchange, String key) {
        return key.equals(exchange.getProperty(ADDED)) && remove(key);
    }

    /** Returns true: a key that was added needs no confirmation. */
    @Override
    public boolean confirm(String key) {
        return true;
    }

    /** Keeps the key; if the exchange has failed meanwhile, removes it from a filter that counts. */
    @Override
    public boolean confirm(Exchange exchange, String key) {
        return exchange.isFailed() ? removable != null && remove(exchange, key) : confirm(key);
    }

    @Override
    @Nullable
    String objection(IdempotentConsumer consumer) {
        return removable == null && consumer.isEager() && consumer.isRemoveOnFailure()
                ? "a message that fails would count as seen, for its key could not be removed; " + NEEDS_COUNTING
                        + ". Use ClaimsIdempotentRepository, or eager(false), or, if failed messages may be lost,"
                        + " removeOnFailure(false)"
                : null;
    }

    @Override
    @Nullable
    String objectionToEndpoint() {
        return removable == null
                ? "the endpoint removes a key if processing fails; " + NEEDS_COUNTING
                        + ". Use such a filter, or an idempotentConsumer in the route"
                : null;
    }
}
