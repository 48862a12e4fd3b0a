package io.polybloom.vertx;

import io.polybloom.Acknowledgement;
import io.polybloom.driver.AcknowledgedTransport;
import io.polybloom.driver.CallbackDriver;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Redis;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** Runs operations on the context of their caller. Thread-safe. */
record VertxDriver(Transport<Future<List<Reply>>> transport, Redis redis) {

    /** Returns a driver whose writes count only if replicas have them. */
    VertxDriver acknowledgedBy(Acknowledgement asked) {
        return new VertxDriver(new AcknowledgedTransport<>(transport, asked, Future::map), redis);
    }

    /**
     * Runs an operation. Its first step is made at once, in the calling thread, so that an element that the caller changes later
     * has been read before.
     */
    <R> Future<R> run(Supplier<Step<R>> operation) {
        Future<Step<R>> first = Future.succeededFuture(operation).map(Supplier::get);
        try {
            // An empty batch sends nothing. Its future lives on the context on which the client answers this caller,
            // and
            // so does every future that is composed from it, for early and late handlers alike.
            return redis.batch(List.of()).compose(nothing -> first.compose(step -> drive(step, transport)));
        } catch (RejectedExecutionException vertxIsClosed) {
            // There is no context any more. The operation itself says what is known of its elements.
            return first.compose(step -> drive(
                    step,
                    batch -> Future.succeededFuture(
                            Collections.nCopies(batch.size(), ResponseReader.refusal(vertxIsClosed)))));
        }
    }

    /** The driver is called back on the context: the client answers there what was sent from there. */
    private static <R> Future<R> drive(Step<R> operation, Transport<Future<List<Reply>>> transport) {
        Promise<R> promise = Promise.promise();
        new CallbackDriver<Future<List<Reply>>, R>(
                        transport,
                        (answer, landed) -> answer.onComplete(landed::accept),
                        operation,
                        () -> false,
                        promise::complete)
                .start();
        return promise.future();
    }
}
