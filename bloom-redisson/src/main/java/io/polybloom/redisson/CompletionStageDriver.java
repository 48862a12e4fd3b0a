package io.polybloom.redisson;

import io.polybloom.BloomFilterException;
import io.polybloom.driver.Flight;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives one operation on a transport that answers with stages. Whichever thread brings an answer drives the operation on,
 * unless another thread is at it: then that one takes this answer, too. So the steps see one thread at a time, nobody waits,
 * and answers that are there already are taken in a loop instead of by recursion.
 */
final class CompletionStageDriver<R> {

    private final Transport<CompletionStage<List<Reply>>> transport;
    private final CompletableFuture<R> promise = new CompletableFuture<>();
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private Step<R> step;
    private @Nullable Flight flight;

    private CompletionStageDriver(Transport<CompletionStage<List<Reply>>> transport, Step<R> operation) {
        this.transport = transport;
        this.step = operation;
    }

    /**
     * Starts an operation. Complaints about its arguments are thrown; all else fails the stage, which is the promise itself and
     * not a dependent of it, so that nothing is wrapped.
     */
    static <R> CompletionStage<R> run(Transport<CompletionStage<List<Reply>>> transport, Supplier<Step<R>> operation) {
        try {
            CompletionStageDriver<R> driver = new CompletionStageDriver<>(transport, operation.get());
            driver.take(() -> {});
            return driver.promise;
        } catch (BloomFilterException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private void take(Runnable event) {
        events.add(event);
        if (pending.getAndIncrement() > 0) {
            return;
        }
        do {
            try {
                events.remove().run();
                proceed();
            } catch (Throwable failure) {
                promise.completeExceptionally(failure);
            }
        } while (pending.decrementAndGet() > 0);
    }

    private void proceed() {
        while (step instanceof Step.Send<R> send) {
            flight = flight == null ? new Flight(send, transport) : flight;
            dispatch(flight);
            if (!flight.isOver()) {
                return;
            }
            flight = null;
            step = send.next().get();
        }
        promise.complete(((Step.Done<R>) step).value());
    }

    /** An operation whose promise was cancelled, or has failed, sends nothing more, and so its flight is never over. */
    private void dispatch(Flight departing) {
        for (Batch next = departing.poll(); next != null && !promise.isDone(); next = departing.poll()) {
            Batch batch = next;
            try {
                CompletionStage<List<Reply>> answer = transport.send(batch);
                answer.whenComplete((replies, failure) -> take(
                        failure == null
                                ? () -> departing.answered(batch, replies)
                                : () -> departing.failed(batch, failure)));
            } catch (RuntimeException failure) {
                departing.failed(batch, failure);
            }
        }
    }
}
