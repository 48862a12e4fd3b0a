package io.polybloom.glide;

import glide.api.GlideClusterClient;
import glide.api.models.ClusterValue;
import io.polybloom.glide.ServerTransport.Form;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.support.HashSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Sends to the nodes of a cluster, each of which has a client of its own, and follows redirects. The client of the
 * cluster names the nodes and reads from replicas. It gets no write: it sends a command again if its connection breaks
 * in a way that it does not know, such as a damaged record of TLS, and the answer does not show it. It also follows the
 * redirect of a write and leaves the WAIT after it behind.
 */
record ClusterTransport(GlideClusterClient cluster, Nodes nodes) implements Transport<CompletionStage<List<Reply>>> {

    /** The maximum number of redirects that a command follows. */
    private static final int MOST_REDIRECTS = 5;

    @Override
    public CompletionStage<List<Reply>> send(Batch batch) {
        if (batch.mayAskReplica()) {
            return Answers.each(batch.commands(), this::ask);
        }
        int slot = HashSlot.of(batch.commands().get(0).key());
        if (RedirectedBatch.isNeededFor(batch)) {
            return nodes.ofSlot(slot)
                    .thenCompose(node -> sendTogether(batch, new RedirectedBatch(batch), slot, node, Form.PIPELINE));
        }
        Exchange exchange = new Exchange(batch, slot, new Reply[batch.size()]);
        return sendInRounds(exchange, batch.rounds().iterator()).thenApply(done -> Arrays.asList(exchange.replies()));
    }

    /** Without a route, GLIDE sends reads to the servers that the client prefers. */
    private CompletableFuture<Object> ask(Command command) {
        return cluster.customCommand(Wire.words(command)).thenApply(ClusterValue::getSingleValue);
    }

    private CompletionStage<List<Reply>> sendTogether(
            Batch batch, RedirectedBatch way, int slot, Nodes.Node node, Form form) {
        // GLIDE itself encloses a group by MULTI and EXEC.
        CompletionStage<List<Reply>> sent = batch.isGroup()
                ? node.sender().send(batch.commands(), Form.GROUP)
                : node.sender().send(way.commands(), form);
        return sent.thenCompose(answers -> {
            nodes.note(slot, answers.get(0));
            Optional<Reply.Failure> redirect = way.take(answers);
            return redirect.isEmpty()
                    ? CompletableFuture.completedFuture(way.replies())
                    : sendTogether(
                            batch, way, slot, nodes.after(slot, redirect.get(), node), formAfter(redirect.get()));
        });
    }

    /** A batch whose commands follow redirects by themselves, and the replies to it so far. */
    private record Exchange(Batch batch, int slot, Reply[] replies) {

        List<Command> commands(List<Integer> round) {
            return round.stream().map(batch.commands()::get).toList();
        }

        /** Notes the replies to a round, and returns those of its commands that were redirected. */
        List<Integer> note(List<Integer> round, List<Reply> answers) {
            List<Integer> redirected = new ArrayList<>();
            for (int i = 0; i < round.size(); i++) {
                replies[round.get(i)] = answers.get(i);
                if (answers.get(i) instanceof Reply.Failure failure && RedirectedBatch.isRedirect(failure)) {
                    redirected.add(round.get(i));
                }
            }
            return redirected;
        }
    }

    /** A command of a round may be redirected while another one is executed, so the next round waits for it. */
    private CompletionStage<?> sendInRounds(Exchange exchange, Iterator<List<Integer>> rounds) {
        List<Integer> round = rounds.next();
        CompletionStage<?> sent = nodes.ofSlot(exchange.slot())
                .thenCompose(node -> send(exchange, round, node, Form.PIPELINE, MOST_REDIRECTS));
        return rounds.hasNext() ? sent.thenCompose(done -> sendInRounds(exchange, rounds)) : sent;
    }

    private CompletionStage<?> send(
            Exchange exchange, List<Integer> round, Nodes.Node node, Form form, int redirectsLeft) {
        return node.sender().send(exchange.commands(round), form).thenCompose(answers -> {
            nodes.note(exchange.slot(), answers.get(0));
            List<Integer> redirected = exchange.note(round, answers);
            if (redirected.isEmpty() || redirectsLeft == 0) {
                return CompletableFuture.completedFuture(null);
            }
            Reply.Failure redirect = (Reply.Failure) exchange.replies()[redirected.get(0)];
            Nodes.Node next = nodes.after(exchange.slot(), redirect, node);
            return send(exchange, redirected, next, formAfter(redirect), redirectsLeft - 1);
        });
    }

    private static Form formAfter(Reply.Failure redirect) {
        return RedirectedBatch.isAsk(redirect) ? Form.ASKING : Form.PIPELINE;
    }

    @Override
    public int window() {
        return Answers.WINDOW;
    }

    @Override
    public Transport<CompletionStage<List<Reply>>> acknowledging() {
        return this;
    }

    /** The clients of the nodes do not send READONLY. */
    @Override
    public boolean redirects() {
        return true;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }
}
