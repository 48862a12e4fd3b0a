package io.polybloom.glide;

import glide.api.GlideClient;
import glide.api.models.Batch;
import glide.api.models.GlideString;
import glide.api.models.commands.batch.BatchOptions;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Sends to one server and its replicas. GLIDE writes a batch as a whole to its one connection to the primary, without
 * commands of others in between, and sends nothing again.
 */
record ServerTransport(GlideClient client) implements Transport<CompletionStage<List<Reply>>> {

    private static final GlideString[] ASKING = {GlideString.of("ASKING")};

    /** How commands are sent. */
    enum Form {
        /** In order. */
        PIPELINE,
        /** In order, to a node of a cluster, which is told before each that it was asked for. */
        ASKING,
        /** As a group. */
        GROUP
    }

    @Override
    public CompletionStage<List<Reply>> send(io.polybloom.spi.Batch batch) {
        return batch.mayAskReplica()
                ? ask(batch.commands())
                : send(batch.commands(), batch.isGroup() ? Form.GROUP : Form.PIPELINE);
    }

    /** Sends commands to the primary. */
    CompletionStage<List<Reply>> send(List<Command> commands, Form form) {
        Batch batch = new Batch(form == Form.GROUP).withBinaryOutput();
        for (Command command : commands) {
            if (form == Form.ASKING) {
                batch.customCommand(ASKING);
            }
            batch.customCommand(Wire.words(command));
        }
        CompletableFuture<Object[]> answers = exec(batch, commands);
        return Answers.of(
                commands,
                form == Form.GROUP,
                form == Form.ASKING ? answers.thenApply(ServerTransport::everySecond) : answers);
    }

    private static Object[] everySecond(Object[] answers) {
        return IntStream.range(0, answers.length / 2)
                .mapToObj(i -> answers[2 * i + 1])
                .toArray();
    }

    private CompletableFuture<Object[]> exec(Batch batch, List<Command> commands) {
        int timeout = Wire.timeoutMillis(commands);
        return timeout == 0
                ? client.exec(batch, false)
                : client.exec(
                        batch, false, BatchOptions.builder().timeout(timeout).build());
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
