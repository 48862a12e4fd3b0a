package io.polybloom.redisson;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** The stages of a transport for callers that wait. */
final class Waiting {

    private Waiting() {}

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
