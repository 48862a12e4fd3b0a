package io.polybloom.spring.integration;

import io.polybloom.BloomFilterException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.handler.advice.IdempotentReceiverInterceptor;
import org.springframework.messaging.Message;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * An idempotent receiver that loses nothing: a message is claimed before it is handled, and done when the handler, and
 * the flow after it, has returned; in a transaction, when that has been committed. If it fails or the transaction is
 * rolled back, the message is new when it is delivered again. If the claim of a message that is done cannot be settled,
 * this is logged, and the next message that is done settles it. What becomes of duplicates is set on the superclass; by
 * default they are marked, and handled.
 *
 * <pre>{@code
 * ClaimsReceiverInterceptor once = new ClaimsReceiverInterceptor(new ClaimsSelector(filter, key, Delivery.ofKafka()));
 * once.setDiscardChannelName("nullChannel");
 * }</pre>
 *
 * <p>The flow after the handler must end in the thread of the handler. If it goes on in another one, after a queue or
 * an executor, {@linkplain #setDoneOnReturn turn that off}, and call {@link ClaimsSelector#done} where it ends.
 */
public class ClaimsReceiverInterceptor extends IdempotentReceiverInterceptor {

    private final ClaimsSelector claims;
    private boolean doneOnReturn = true;

    /** Accepts what the selector accepts. */
    public ClaimsReceiverInterceptor(ClaimsSelector claims) {
        super(claims);
        this.claims = claims;
    }

    /** Says whether a message is done when the handler has returned. If not, call {@link ClaimsSelector#done}. */
    public void setDoneOnReturn(boolean doneOnReturn) {
        this.doneOnReturn = doneOnReturn;
    }

    @Override
    public String getComponentType() {
        return "claims-receiver-interceptor";
    }

    @Override
    protected @Nullable Object doInvoke(MethodInvocation invocation, Message<?> message) throws Throwable {
        Object reply = super.doInvoke(invocation, message);
        if (!doneOnReturn) {
            return reply;
        }
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                // Not afterCommit: there, a failure would reach the source, though all is committed, and would skip
                // what was registered later.
                @Override
                public void afterCompletion(int status) {
                    if (status == STATUS_COMMITTED) {
                        done(message);
                    }
                }
            });
        } else {
            done(message);
        }
        return reply;
    }

    /** The message is done even if its claim could not be settled; the source must not deliver it again. */
    private void done(Message<?> message) {
        try {
            claims.done(message);
        } catch (BloomFilterException unsettled) {
            logger.warn(unsettled, "Claims could not be settled; the next message that is done settles them");
        }
    }
}
