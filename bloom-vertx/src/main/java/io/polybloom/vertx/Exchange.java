package io.polybloom.vertx;

import io.polybloom.driver.Flight;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/**
 * The batches of one step on their way. Confined to the operation's context: it begins there, and the client answers there what
 * was sent from there.
 */
final class Exchange {

    private final Transport<Future<List<Reply>>> transport;
    private final Flight flight;
    private final Promise<Void> over = Promise.promise();
    private boolean sending;

    Exchange(Step.Send<?> send, Transport<Future<List<Reply>>> transport) {
        this.transport = transport;
        this.flight = new Flight(send, transport);
    }

    /** Begins to send; the future is completed when every batch has been answered. */
    Future<Void> run() {
        sendAhead();
        return over.future();
    }

    /**
     * Sends what may be sent now. A batch that is answered while it is being sent is noticed by the loop that sends it, so that
     * any number of such answers needs no stack.
     */
    private void sendAhead() {
        if (sending || over.future().isComplete()) {
            return;
        }
        sending = true;
        try {
            for (Batch batch = flight.poll(); batch != null; batch = flight.poll()) {
                dispatch(batch);
            }
            if (flight.isOver()) {
                over.tryComplete();
            }
        } catch (Throwable failure) {
            over.tryFail(failure);
        } finally {
            sending = false;
        }
    }

    private void dispatch(Batch batch) {
        Future.succeededFuture(batch)
                .compose(transport::send)
                .transform(answer -> land(batch, answer))
                .onFailure(over::tryFail)
                .onComplete(landed -> sendAhead());
    }

    private Future<Void> land(Batch batch, AsyncResult<List<Reply>> answer) {
        if (answer.succeeded()) {
            flight.answered(batch, answer.result());
        } else {
            flight.failed(batch, answer.cause());
        }
        return Future.succeededFuture();
    }
}
