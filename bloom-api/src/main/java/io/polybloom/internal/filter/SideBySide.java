package io.polybloom.internal.filter;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.Iterator;
import java.util.List;
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
