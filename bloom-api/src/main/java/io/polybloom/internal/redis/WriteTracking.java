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
public final class WriteTracking<R> implements Step.Observer<R> {

    private boolean mayHaveBeenApplied;

    private WriteTracking() {}

    /** Returns the same operation, whose failures count all its writes. */
    public static <R> Step<R> of(Step<R> operation) {
        WriteTracking<R> tracking = new WriteTracking<>();
        return operation.observed(tracking).translateFailure(tracking::counted);
    }

    private BloomFilterException counted(BloomFilterException thrown) {
        if (!(thrown instanceof BackendException failure) || !mayHaveBeenApplied || failure.mayHaveBeenApplied()) {
            return thrown;
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

    @Override
    public void answered(Batch batch, List<Reply> replies) {
        for (int i = 0; i < replies.size(); i++) {
            mayHaveBeenApplied |=
                    batch.commands().get(i).isWrite() && replies.get(i).mayHaveBeenApplied();
        }
    }
}
