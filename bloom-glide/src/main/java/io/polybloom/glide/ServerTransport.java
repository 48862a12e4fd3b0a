package io.polybloom.glide;

import glide.api.GlideClient;
import glide.api.models.Batch;
import glide.api.models.commands.batch.BatchOptions;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Sends to one server and its replicas. GLIDE writes a batch as a whole to its one connection to the primary, without
 * commands of others in between, and sends nothing again.
 */
record ServerTransport(GlideClient client) implements Transport<CompletionStage<List<Reply>>> {

    @Override
    public CompletionStage<List<Reply>> send(io.polybloom.spi.Batch batch) {
        return batch.mayAskReplica() ? ask(batch.commands()) : send(batch.commands(), batch.isGroup());
    }

    /** Sends commands to the primary. */
    CompletionStage<List<Reply>> send(List<Command> commands, boolean isGroup) {
        Batch batch = Wire.fill(new Batch(isGroup), commands);
        int timeout = Wire.timeoutMillis(commands);
        CompletableFuture<Object[]> answer = timeout == 0
                ? client.exec(batch, false)
                : client.exec(
                        batch, false, BatchOptions.builder().timeout(timeout).build());
        return Answers.of(commands, isGroup, answer);
    }

    /** GLIDE sends a batch to the primary, and single reads to the servers that the client prefers. */
    private CompletionStage<List<Reply>> ask(List<Command> commands) {
        return Answers.each(commands, command -> client.customCommand(Wire.words(command)));
    }

    @Override
    public int window() {
        return Answers.WINDOW;
    }

    @Override
    public boolean joinsSlots() {
        return true;
    }

    @Override
    public Transport<CompletionStage<List<Reply>>> acknowledging() {
        return this;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }
}
