package io.polybloom.spi;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** A batch that a blocking client has sent and whose replies have not been read yet. */
@FunctionalInterface
public interface InFlight {

    /**
     * Waits for the replies, within the client's own timeout. Called by the thread that sent the batch, exactly once,
     * with one exception: if an interrupt of the thread has cut the wait short, so that {@link InterruptedException} is
     * among the causes of a failure, it may be called again to continue waiting. A reply that does not arrive in time
     * is a {@linkplain Reply.Failure#noAnswer failure}.
     *
     * @return one reply per command, in the order of the commands
     */
    List<Reply> await();

    /**
     * Returns the answer to a batch, for a caller that waits for it. If the thread is interrupted meanwhile, its
     * interrupt flag stays set, and the effect of each command is unknown.
     *
     * @param answer the stage of the batch, which is not cancelled
     */
    static InFlight on(Batch batch, CompletionStage<List<Reply>> answer) {
        return () -> {
            try {
                return answer.toCompletableFuture().get();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return Collections.nCopies(batch.size(), Reply.Failure.noAnswer(interrupted));
            } catch (ExecutionException failure) {
                throw new CompletionException(failure.getCause());
            }
        };
    }
}
