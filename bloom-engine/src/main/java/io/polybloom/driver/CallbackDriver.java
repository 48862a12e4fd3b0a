package io.polybloom.driver;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives one operation on an asynchronous transport. The thread that brings an answer continues the operation, unless
 * another thread is driving it: then that thread also takes this answer. So one thread at a time runs the steps, no
 * thread waits, and answers and steps that are already there are processed in a loop instead of by recursion.
 *
 * @param <F> the type of an answer that has not arrived yet
 * @param <R> the type of the operation's value
 */
public final class CallbackDriver<F, R> {

    private final Transport<F> transport;
    private final PrimaryProof proof;
    private final BiConsumer<F, BiConsumer<@Nullable List<Reply>, @Nullable Throwable>> listening;
    private final BooleanSupplier cancelled;
    private final BiConsumer<@Nullable R, @Nullable Throwable> outcome;
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private Step<R> step;
    private @Nullable Flight flight;
    private boolean over;

    /**
     * Prepares to drive an operation.
     *
     * @param proof what is known of the servers of the transport
     * @param listening calls the consumer with the answer, or with the exception in its place, once either is known
     * @param cancelled tells whether the caller has cancelled the operation: then batches that have not been sent fail
     *     as not sent, and the operation ends when the others have been answered
     * @param outcome takes the value, or the exception, exactly once
     */
    public CallbackDriver(
            Transport<F> transport,
            PrimaryProof proof,
            BiConsumer<F, BiConsumer<@Nullable List<Reply>, @Nullable Throwable>> listening,
            Step<R> operation,
            BooleanSupplier cancelled,
            BiConsumer<@Nullable R, @Nullable Throwable> outcome) {
        this.transport = transport;
        this.proof = proof;
        this.listening = listening;
        this.step = operation;
        this.cancelled = cancelled;
        this.outcome = outcome;
    }

    /** Starts the operation, in the calling thread. */
    public void start() {
        take(() -> {});
    }

    private void take(Runnable event) {
        events.add(event);
        if (pending.getAndIncrement() > 0) {
            return;
        }
        do {
            Runnable next = events.remove();
            if (!over) {
                drive(next);
            }
        } while (pending.decrementAndGet() > 0);
    }

    /** An Error also fails the operation: otherwise the caller would wait forever. */
    private void drive(Runnable event) {
        try {
            event.run();
            proceed();
        } catch (Throwable failure) {
            over = true;
            outcome.accept(null, failure);
        }
    }

    private void proceed() {
        while (step instanceof Step.Send<R> send) {
            flight = flight == null ? new Flight(send, transport, proof) : flight;
            dispatch(flight);
            if (!flight.isOver()) {
                return;
            }
            flight = null;
            step = send.next().get();
        }
        over = true;
        outcome.accept(((Step.Done<R>) step).value(), null);
    }

    private void dispatch(Flight departing) {
        for (Batch next = departing.poll(); next != null; next = departing.poll()) {
            if (cancelled.getAsBoolean()) {
                departing.notSent(next, new CancellationException("the operation was cancelled"));
            } else {
                send(departing, next);
            }
        }
    }

    private void send(Flight departing, Batch batch) {
        F answer;
        try {
            answer = transport.send(batch);
        } catch (RuntimeException failure) {
            departing.failed(batch, failure);
            return;
        }
        listening.accept(
                answer,
                (replies, failure) -> take(
                        failure == null
                                ? () -> departing.answered(batch, replies)
                                : () -> departing.failed(batch, failure)));
    }
}
