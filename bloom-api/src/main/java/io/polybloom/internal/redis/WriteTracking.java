package io.polybloom.internal.redis;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.List;

/**
 * Follows the writes of one operation: once one of them may have been applied, a failure of the operation says so,
 * whichever command has failed. Confined to the driver of the operation.
 */
public final class WriteTracking {

    private boolean mayHaveBeenApplied;

    private WriteTracking() {}

    /** Returns the same operation, whose failures count all its writes. */
    public static <R> Step<R> of(Step<R> operation) {
        return new WriteTracking().follow(operation);
    }

    private <R> Step<R> follow(Step<R> step) {
        return step instanceof Step.Send<R> send
                ? new Step.Send<>(
                        send.batches(), send.window(), Steps.observed(send.receiver(), this::note), () -> next(send))
                : step;
    }

    private <R> Step<R> next(Step.Send<R> send) {
        Step<R> next;
        try {
            next = send.next().get();
        } catch (BackendException failure) {
            throw counted(failure);
        }
        return follow(next);
    }

    private BloomFilterException counted(BackendException failure) {
        if (!mayHaveBeenApplied || failure.mayHaveBeenApplied()) {
            return failure;
        }
        BackendException counted = new BackendException(
                failure.reason(),
                true,
                failure.getMessage() + "; earlier commands of the same call may have been applied",
                failure.getCause());
        for (Throwable suppressed : failure.getSuppressed()) {
            counted.addSuppressed(suppressed);
        }
        return counted;
    }

    private void note(Batch batch, List<Reply> replies) {
        for (int i = 0; i < replies.size(); i++) {
            boolean isRefused = replies.get(i) instanceof Reply.Failure failed && !failed.mayHaveBeenApplied();
            mayHaveBeenApplied |= batch.commands().get(i).isWrite() && !isRefused;
        }
    }
}
