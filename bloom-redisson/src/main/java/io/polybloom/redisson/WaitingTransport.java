package io.polybloom.redisson;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** A transport of stages for callers that wait. */
record WaitingTransport(Transport<CompletionStage<List<Reply>>> transport) implements Transport<InFlight> {

    @Override
    public InFlight send(Batch batch) {
        CompletableFuture<List<Reply>> answer = transport.send(batch).toCompletableFuture();
        return () -> await(batch, answer);
    }

    @Override
    public int servers() {
        return transport.servers();
    }

    @Override
    public int window() {
        return transport.window();
    }

    private static List<Reply> await(Batch batch, CompletableFuture<List<Reply>> answer) {
        try {
            return answer.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Collections.nCopies(batch.commands().size(), Reply.Failure.noAnswer(interrupted));
        } catch (ExecutionException failure) {
            throw new CompletionException(failure.getCause());
        }
    }
}
