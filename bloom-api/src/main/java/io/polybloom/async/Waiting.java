package io.polybloom.async;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** Turns the stage of a batch into an answer for which a blocking caller waits. */
public final class Waiting {

    private Waiting() {}

    /**
     * Returns the answer to a batch, for a caller that waits for it. If the thread is interrupted meanwhile, its
     * interrupt flag stays set, and the effect of each command is unknown.
     *
     * @param answer the stage of the batch, which is not cancelled
     */
    public static InFlight on(Batch batch, CompletionStage<List<Reply>> answer) {
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
