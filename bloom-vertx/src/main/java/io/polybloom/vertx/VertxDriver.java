package io.polybloom.vertx;

import io.polybloom.driver.CallbackDriver;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Redis;
import java.util.List;
import java.util.function.Supplier;

/** Runs operations on the context of their caller. Thread-safe. */
record VertxDriver(Transport<Future<List<Reply>>> transport, Redis redis) {

    /**
     * Runs an operation. Its first step is made at once, in the calling thread, so that an element that the caller changes later
     * has been read before.
     */
    <R> Future<R> run(Supplier<Step<R>> operation) {
        Future<Step<R>> first = Future.succeededFuture(operation).map(Supplier::get);
        // An empty batch sends nothing. Its future lives on the context on which the client answers this caller, and so
        // does every future that is composed from it, for early and late handlers alike.
        return redis.batch(List.of()).compose(nothing -> first.compose(this::drive));
    }

    /** The driver is called back on the context: the client answers there what was sent from there. */
    private <R> Future<R> drive(Step<R> operation) {
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
