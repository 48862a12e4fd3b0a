package io.polybloom.internal.redis;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Follows the writes of one operation: once one of them may have been applied, a failure of the operation says so,
 * whichever command has failed. Confined to the driver of the operation.
 */
public final class WriteTracking<R> implements Step.Observer<R> {

    /** The commands that answer 0 if, and only if, they have changed nothing. */
    private static final Set<Verb> COUNTING_CHANGES = EnumSet.of(
            Verb.HDEL, Verb.HSETNX, Verb.PERSIST, Verb.PEXPIRE, Verb.PEXPIREAT, Verb.RENAMENX, Verb.UNLINK, Verb.ZREM);

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
            Command command = batch.commands().get(i);
            Reply reply = replies.get(i);
            mayHaveBeenApplied |= command.isWrite() && reply.mayHaveBeenApplied() && !hasChangedNothing(command, reply);
        }
    }

    private static boolean hasChangedNothing(Command command, Reply reply) {
        return COUNTING_CHANGES.contains(command.verb()) && reply instanceof Reply.Int count && count.value() == 0;
    }
}
