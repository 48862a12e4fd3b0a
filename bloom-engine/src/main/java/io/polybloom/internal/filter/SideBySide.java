package io.polybloom.internal.filter;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.internal.opening.Opening;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.ServerTime;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The batches of an operation, preceded by one of another step and in flight at the same time: each answer goes to the
 * step that its batch came from.
 */
final class SideBySide implements Iterator<Batch>, Step.Receiver {

    private final Step.Send<?> added;
    private final Step.Send<?> operation;
    private @Nullable Batch addedBatch;

    /**
     * Puts two steps together.
     *
     * @param added a step of one batch
     */
    SideBySide(Step.Send<?> added, Step.Send<?> operation) {
        this.added = added;
        this.operation = operation;
    }

    /**
     * Returns the steps of a reading of the register, which also asks the server that has it for its time, in the same
     * round trip: for a filter that depends on it.
     *
     * @param reading one that has not begun
     * @param told is given the time if the reading shows that the filter is gone or was lost, and so fails
     * @param next continues with what is stored, if there is a filter, and the server's time
     */
    static <R> Step<R> withServerTime(
            Opening opening,
            Step<Optional<FilterState>> reading,
            Consumer<ServerTime> told,
            BiFunction<Optional<FilterState>, ServerTime, Step<R>> next) {
        Step<ServerTime> asking = opening.serverTime();
        if (reading instanceof Step.Send<Optional<FilterState>> read && asking instanceof Step.Send<ServerTime> time) {
            SideBySide both = new SideBySide(time, read);
            return new Step.Send<>(both, read.mostInFlight() + 1, both, read.next())
                    .recover(failure -> failure instanceof BackendException
                            ? failed(failure)
                            : time.next().get().then(now -> {
                                told.accept(now);
                                return failed(failure);
                            }))
                    .then(stored -> time.next().get().then(now -> next.apply(stored, now)));
        }
        return reading.then(stored -> asking.then(now -> next.apply(stored, now)));
    }

    private static Step<Optional<FilterState>> failed(BloomFilterException failure) {
        throw failure;
    }

    @Override
    public boolean hasNext() {
        return addedBatch == null || operation.batches().hasNext();
    }

    /** Returns the added batch first: where batches are joined, the first one decides whether a replica may answer. */
    @Override
    public Batch next() {
        if (addedBatch == null) {
            addedBatch = added.batches().next();
            return addedBatch;
        }
        return operation.batches().next();
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        if (batch == addedBatch) {
            added.receiver().receive(batch, replies);
            return true;
        }
        return operation.receiver().receive(batch, replies);
    }

    @Override
    public boolean mayOvertake(Batch later, Batch earlier) {
        return later != addedBatch
                && earlier != addedBatch
                && operation.receiver().mayOvertake(later, earlier);
    }

    @Override
    public int share(Batch batch) {
        return batch == addedBatch
                ? added.receiver().share(batch)
                : operation.receiver().share(batch);
    }

    @Override
    public boolean runsCallersCode() {
        return operation.receiver().runsCallersCode();
    }
}
