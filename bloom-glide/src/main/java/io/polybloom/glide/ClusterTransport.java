package io.polybloom.glide;

import glide.api.GlideClusterClient;
import glide.api.models.ClusterBatch;
import glide.api.models.ClusterValue;
import glide.api.models.commands.batch.ClusterBatchOptions;
import glide.api.models.configuration.RequestRoutingConfiguration.SlotKeyRoute;
import glide.api.models.configuration.RequestRoutingConfiguration.SlotType;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Sends to a cluster. A batch goes to the primary of its slot, whatever the client prefers for reads. GLIDE follows the
 * redirect of each of its commands by itself, so those that must not overtake each other are sent one after the other.
 */
record ClusterTransport(GlideClusterClient client, Optional<Nodes> nodes)
        implements Transport<CompletionStage<List<Reply>>> {

    @Override
    public CompletionStage<List<Reply>> send(Batch batch) {
        if (batch.mayAskReplica()) {
            return ask(batch.commands());
        }
        if (batch.isGroup()) {
            return send(batch.commands(), true);
        }
        Reply[] replies = new Reply[batch.size()];
        return send(batch, batch.rounds().iterator(), replies).thenApply(done -> Arrays.asList(replies));
    }

    private CompletionStage<?> send(Batch batch, Iterator<List<Integer>> rounds, Reply[] replies) {
        List<Integer> round = rounds.next();
        CompletionStage<?> sent = send(round.stream().map(batch.commands()::get).toList(), false)
                .thenAccept(answers -> {
                    for (int i = 0; i < round.size(); i++) {
                        replies[round.get(i)] = answers.get(i);
                    }
                });
        return rounds.hasNext() ? sent.thenCompose(done -> send(batch, rounds, replies)) : sent;
    }

    private CompletionStage<List<Reply>> send(List<Command> commands, boolean isGroup) {
        String key = new String(commands.get(0).key(), StandardCharsets.UTF_8);
        ClusterBatchOptions options = ClusterBatchOptions.builder()
                .route(new SlotKeyRoute(key, SlotType.PRIMARY))
                .build();
        ClusterBatch batch = new ClusterBatch(isGroup).withBinaryOutput();
        for (Command command : commands) {
            batch.customCommand(Wire.words(command));
        }
        return Answers.of(commands, isGroup, client.exec(batch, false, options));
    }

    /** Without a route, GLIDE sends reads to the servers that the client prefers. */
    private CompletionStage<List<Reply>> ask(List<Command> commands) {
        return Answers.each(
                commands, command -> client.customCommand(Wire.words(command)).thenApply(ClusterValue::getSingleValue));
    }

    /** GLIDE follows the redirect of a write, but leaves the WAIT after it behind. */
    @Override
    public Transport<CompletionStage<List<Reply>>> acknowledging() {
        return new AcknowledgedTransport(
                this,
                nodes.orElseThrow(
                        () -> new IllegalArgumentException("acknowledgedBy needs a client for each node, since"
                                + " the client of a cluster may send a write and its WAIT to different nodes: open the filter"
                                + " through GlideBloom.on(cluster, nodes), or leave out acknowledgedBy")));
    }

    @Override
    public int window() {
        return Answers.WINDOW;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }
}
