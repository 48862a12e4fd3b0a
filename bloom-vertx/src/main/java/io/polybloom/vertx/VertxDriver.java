package io.polybloom.vertx;

import io.polybloom.Acknowledgement;
import io.polybloom.driver.AcknowledgedTransport;
import io.polybloom.driver.CallbackDriver;
import io.polybloom.driver.PrimaryProof;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Redis;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs operations on the context of their caller. Thread-safe. */
record VertxDriver(Transport<Future<List<Reply>>> transport, PrimaryProof proof, Redis redis) {

    /** Creates a driver for a transport. */
    VertxDriver(Transport<Future<List<Reply>>> transport, Redis redis) {
        this(transport, new PrimaryProof(), redis);
    }

    /** Returns a driver for which a write is done only when replicas have it. */
    VertxDriver acknowledgedBy(Acknowledgement asked) {
        return new VertxDriver(AcknowledgedTransport.over(transport, asked, Future::map), redis);
    }

    /**
     * Runs an operation. Its first step is made at once, in the calling thread, so that an element is read before the
     * caller can change it.
     */
    <R> Future<R> run(Supplier<Step<R>> operation) {
        return run(operation, (value, failure) -> {});
    }

    /**
     * Runs an operation.
     *
     * @param end takes the value or the failure before the caller does, and independently of the caller's context
     */
    <R> Future<R> run(Supplier<Step<R>> operation, BiConsumer<@Nullable R, @Nullable Throwable> end) {
        Future<Step<R>> first = Future.succeededFuture(operation).map(Supplier::get);
        if (first.failed()) {
            end.accept(null, first.cause());
        }
        try {
            return Contexts.ofCaller(redis)
                    .compose(nothing -> first.compose(step -> drive(step, transport, proof, end)));
        } catch (RejectedExecutionException vertxIsClosed) {
            // There is no context any more. The operation itself reports the known outcomes of its elements.
            return first.compose(step -> drive(
                    step,
                    batch -> Future.succeededFuture(
                            Collections.nCopies(batch.size(), ResponseReader.refusal(vertxIsClosed))),
                    proof,
                    end));
        }
    }

    /** Returns a future that belongs to the context on which the client answers this caller. */
    <R> Future<R> onContextOfCaller(Future<R> answer) {
        try {
            return Contexts.ofCaller(redis).compose(nothing -> answer);
        } catch (RejectedExecutionException vertxIsClosed) {
            return answer;
        }
    }

    /** The driver is called back on the context: the client answers on the context from which a command was sent. */
    private static <R> Future<R> drive(
            Step<R> operation,
            Transport<Future<List<Reply>>> transport,
            PrimaryProof proof,
            BiConsumer<@Nullable R, @Nullable Throwable> end) {
        Promise<R> promise = Promise.promise();
        new CallbackDriver<Future<List<Reply>>, R>(
                        transport,
                        proof,
                        (answer, landed) -> answer.onComplete(done -> landed.accept(done.result(), done.cause())),
                        operation,
                        () -> false,
                        (value, failure) -> {
                            end.accept(value, failure);
                            if (failure == null) {
                                promise.complete(value);
                            } else {
                                promise.fail(failure);
                            }
                        })
                .start();
        return promise.future();
    }
}
