package io.polybloom.camel;

import io.polybloom.BloomFilter;
import io.polybloom.ClaimedDeliveries;
import io.polybloom.RemovableBloomFilter;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.apache.camel.processor.idempotent.IdempotentConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the keys of messages in a Bloom filter, and claims the deliveries that bring them: a message whose processing
 * has failed or was cut off by a crash is new when it is delivered again, and no message is lost. Options of the
 * idempotent consumer: Camel's defaults ({@code eager(true)}, {@code removeOnFailure(true)}); a route with others is
 * refused when it is added.
 *
 * <pre>{@code
 * from("kafka:orders?autoOffsetReset=earliest&breakOnFirstError=true")
 *     .idempotentConsumer(header("orderId"), new ClaimsIdempotentRepository(filter, Delivery.ofKafka()))
 *     .to("bean:shipping");
 * }</pre>
 *
 * <p>A delivery is claimed before its message is processed, and done when the exchange has been completed: then its
 * claim is settled, and a repetition is a duplicate. So a crash repeats only messages that were being processed, and
 * those after the oldest of these. This holds if, as {@link ClaimedDeliveries} says, the effects of the route survive a
 * crash by the time the exchange is completed, and the source delivers again, in order, what it was not told of.
 * Messages of one writer must reach the idempotent consumer in their order, so split them up among threads after it.
 *
 * <p>An exchange whose failure was handled, by a dead letter channel or {@code handled(true)}, is done: its message is
 * where the error handler has put it. Do not send it through the idempotent consumer again, where it would be a
 * duplicate. An exchange that fails otherwise stays open, and nothing after it is settled until the source has
 * delivered it again.
 *
 * <p>Thread-safe. The filter and its client are never closed; {@code stop} settles what is done.
 */
public final class ClaimsIdempotentRepository extends FilterRepository {

    private static final String NEEDS_EAGER =
            "a delivery is claimed before its message is processed: leave eager at true";
    private static final String NEEDS_EXCHANGE =
            "without an exchange it is not known which delivery brings the key; use an idempotentConsumer in the route";

    private final Function<Exchange, Delivery> delivery;
    private final ClaimedDeliveries.ByWriter<String> deliveries;

    /**
     * Settles each delivery as soon as possible.
     *
     * @param filter one that can claim: not a {@link RemovableBloomFilter}
     * @param delivery tells which delivery brings the message of an exchange, such as {@link Delivery#ofKafka}
     */
    public ClaimsIdempotentRepository(BloomFilter<String> filter, Function<Exchange, Delivery> delivery) {
        this(filter, delivery, 1);
    }

    /**
     * Settles several deliveries at once.
     *
     * @param filter one that can claim: not a {@link RemovableBloomFilter}
     * @param delivery tells which delivery brings the message of an exchange, such as {@link Delivery#ofKafka}
     * @param settleEvery see {@link ClaimedDeliveries}; 1 or more
     */
    public ClaimsIdempotentRepository(
            BloomFilter<String> filter, Function<Exchange, Delivery> delivery, int settleEvery) {
        super(filter);
        this.delivery = delivery;
        this.deliveries = new ClaimedDeliveries.ByWriter<>(filter, settleEvery);
    }

    /** Counts the deliveries that are being processed, or have failed and not been delivered again. */
    public int open() {
        return deliveries.open();
    }

    /**
     * Forgets the open deliveries of a writer, such as {@code orders-3}, whose partition was revoked, as
     * {@link ClaimedDeliveries.ByWriter#forget} does. Otherwise, if the partition comes back, a delivery that has
     * failed before keeps everything after it from being settled.
     */
    public void forget(String writer) {
        deliveries.forget(writer);
    }

    /** Claims the delivery of the exchange, and returns true if its message is to be processed. */
    @Override
    public boolean add(Exchange exchange, String key) {
        Delivery of = delivery.apply(exchange);
        exchange.setProperty(property(), of); // the route may change the headers
        return deliveries.of(of.writer()).add(of.number(), key);
    }

    /** Refuses, for the claim of a delivery comes before its look-up. */
    @Override
    public boolean contains(Exchange exchange, String key) {
        throw new UnsupportedOperationException(NEEDS_EAGER);
    }

    /**
     * Notes that the message has been processed, and settles what can be settled. If the exchange has failed meanwhile,
     * for example because its Kafka transaction could not be committed, the delivery stays open.
     */
    @Override
    public boolean confirm(Exchange exchange, String key) {
        Delivery of = exchange.getProperty(property(), Delivery.class);
        // Camel looks for a failure before the first synchronization, and one of them may be what fails.
        if (of == null || exchange.isFailed()) {
            return false;
        }
        deliveries.of(of.writer()).done(of.number());
        return true;
    }

    /**
     * Leaves the delivery open, so that it is new when it comes again; if an error handler has the message, it is done.
     */
    @Override
    public boolean remove(Exchange exchange, String key) {
        // Not ExchangeHelper.isFailureHandled: Camel's default error handler says so of every failure.
        return confirm(exchange, key);
    }

    /** Refuses, for a delivery is claimed for an exchange. */
    @Override
    public boolean add(String key) {
        throw new UnsupportedOperationException(NEEDS_EXCHANGE);
    }

    /** Refuses, for a delivery is claimed for an exchange. */
    @Override
    public boolean remove(String key) {
        throw new UnsupportedOperationException(NEEDS_EXCHANGE);
    }

    /** Refuses, for a delivery is claimed for an exchange. */
    @Override
    public boolean confirm(String key) {
        throw new UnsupportedOperationException(NEEDS_EXCHANGE);
    }

    /** Settles what is done. */
    @Override
    protected void doStop() {
        deliveries.settle();
    }

    private String property() {
        return "CamelPolybloomDelivery-" + System.identityHashCode(this);
    }

    @Override
    @Nullable
    String objection(IdempotentConsumer consumer) {
        if (!consumer.isEager()) {
            return NEEDS_EAGER;
        }
        if (!consumer.isRemoveOnFailure()) {
            return "it must be told of failures: leave removeOnFailure at true. Nothing is removed; a message that"
                    + " fails is new when it is delivered again";
        }
        return null;
    }

    @Override
    String objectionToEndpoint() {
        return NEEDS_EXCHANGE;
    }
}
