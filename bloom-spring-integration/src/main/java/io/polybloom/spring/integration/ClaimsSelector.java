package io.polybloom.spring.integration;

import io.polybloom.BloomFilter;
import io.polybloom.ClaimedDeliveries;
import io.polybloom.RemovableBloomFilter;
import java.util.function.Function;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.integration.core.MessageSelector;
import org.springframework.messaging.Message;

/**
 * Accepts each distinct message once, and claims the deliveries that bring them: a message whose processing has failed
 * or was cut off by a crash is accepted when it is delivered again, until {@link #done} is called for it.
 *
 * <p>{@link ClaimsReceiverInterceptor} calls {@code done} when a handler has returned. Call it yourself where a message
 * ends that another thread processes, and in a flow that handles errors, once it has taken care of a message that the
 * source will not deliver again. {@link ClaimedDeliveries} says what must hold of the source.
 *
 * <p>Thread-safe. The filter and its client are never closed; {@code destroy} settles what is done.
 */
public final class ClaimsSelector implements MessageSelector, DisposableBean {

    private final Function<Message<?>, String> key;
    private final Function<Message<?>, Delivery> delivery;
    private final ClaimedDeliveries.ByWriter<String> deliveries;

    /**
     * Settles each delivery as soon as possible.
     *
     * @param filter one that can claim: not a {@link RemovableBloomFilter}
     * @param key what makes two messages the same
     * @param delivery tells which delivery brings a message, such as {@link Delivery#ofKafka}
     * @throws IllegalStateException if the version of Spring Integration is not supported
     */
    public ClaimsSelector(
            BloomFilter<String> filter, Function<Message<?>, String> key, Function<Message<?>, Delivery> delivery) {
        this(filter, key, delivery, 1);
    }

    /**
     * Settles several deliveries at once.
     *
     * @param filter one that can claim: not a {@link RemovableBloomFilter}
     * @param key what makes two messages the same
     * @param delivery tells which delivery brings a message, such as {@link Delivery#ofKafka}
     * @param settleEvery see {@link ClaimedDeliveries}; 1 or more
     * @throws IllegalStateException if the version of Spring Integration is not supported
     */
    public ClaimsSelector(
            BloomFilter<String> filter,
            Function<Message<?>, String> key,
            Function<Message<?>, Delivery> delivery,
            int settleEvery) {
        Versions.requireSupported();
        this.key = key;
        this.delivery = delivery;
        this.deliveries = new ClaimedDeliveries.ByWriter<>(filter, settleEvery);
    }

    /**
     * Claims the delivery of a message, and returns true if it is to be processed.
     *
     * @throws IllegalStateException if it is not known which delivery the message is
     * @throws io.polybloom.BloomFilterException if the filter cannot answer; have the message delivered again
     */
    @Override
    public boolean accept(Message<?> message) {
        Delivery of = delivery.apply(message);
        return deliveries.of(of.writer()).add(of.number(), key.apply(message));
    }

    /**
     * Notes that a message has been processed, and that the effects will survive a crash; settles what can be settled.
     * Has no effect for a duplicate.
     *
     * @param message with the headers that it had when it was accepted
     */
    public void done(Message<?> message) {
        Delivery of = delivery.apply(message);
        deliveries.of(of.writer()).done(of.number());
    }

    /**
     * Forgets the open deliveries of a writer, such as {@code orders-3}, whose partition was revoked, as
     * {@link ClaimedDeliveries.ByWriter#forget} does. Otherwise, if the partition comes back, a delivery that has
     * failed before keeps everything after it from being settled.
     */
    public void forget(String writer) {
        deliveries.forget(writer);
    }

    /** Counts the deliveries that are being processed, or have failed and not been delivered again. */
    public int open() {
        return deliveries.open();
    }

    /** Settles what is done. */
    @Override
    public void destroy() {
        deliveries.settle();
    }
}
