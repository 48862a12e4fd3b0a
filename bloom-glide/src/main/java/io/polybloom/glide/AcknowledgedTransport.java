package io.polybloom.glide;

import io.polybloom.spi.Batch;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sends batches that wait for replicas to single nodes of a cluster, each of which has a client of its own. */
record AcknowledgedTransport(ClusterTransport others, Nodes nodes) implements Transport<CompletionStage<List<Reply>>> {

    @Override
    public CompletionStage<List<Reply>> send(Batch batch) {
        if (batch.isGroup() || !RedirectedBatch.isNeededFor(batch)) {
            return others.send(batch);
        }
        int slot = Slots.of(batch.commands().get(0).key());
        RedirectedBatch way = new RedirectedBatch(batch);
        return nodes.ofSlot(slot)
                .handle((node, unknown) -> unknown == null
                        ? follow(way, slot, node, false)
                        : CompletableFuture.completedFuture(
                                Collections.nCopies(batch.size(), (Reply) Reply.Failure.notSent(unknown))))
                .thenCompose(replies -> replies);
    }

    private CompletionStage<List<Reply>> follow(RedirectedBatch way, int slot, Nodes.Node node, boolean asking) {
        return node.transport().send(asking, way.commands()).thenCompose(answers -> {
            if (answers.get(0) instanceof Reply.Failure failure && failure.serverError() == null) {
                // Another node may have taken over, so the next batch asks for it.
                nodes.forget(slot);
            }
            Optional<Reply.Failure> redirect = way.take(answers);
            if (redirect.isEmpty()) {
                return CompletableFuture.completedFuture(way.replies());
            }
            boolean isAsk = RedirectedBatch.isAsk(redirect.get());
            Nodes.Node next = nodes.at(RedirectedBatch.target(redirect.get()), node);
            if (!isAsk) {
                nodes.learn(slot, next);
            }
            return follow(way, slot, next, isAsk);
        });
    }

    @Override
    public int window() {
        return others.window();
    }

    @Override
    public Transport<CompletionStage<List<Reply>>> acknowledging() {
        return this;
    }

    @Override
    public boolean sendsGroups() {
        return others.sendsGroups();
    }
}
