package io.polybloom.glide;

import static java.util.concurrent.CompletableFuture.completedFuture;

import glide.api.GlideClient;
import glide.api.GlideClusterClient;
import glide.api.models.GlideString;
import glide.api.models.configuration.NodeAddress;
import io.polybloom.spi.Command;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.support.HashSlot;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** The nodes of a cluster, as far as they are known, each with a client of its own. Thread-safe. */
final class Nodes {

    private static final GlideString[] SLOTS = {GlideString.of("CLUSTER"), GlideString.of("SLOTS")};

    /** Sends commands to one node. */
    interface Sender {
        CompletionStage<List<Reply>> send(List<Command> commands, ServerTransport.Form form);
    }

    /** One node, and how commands are sent to it. */
    record Node(String host, Sender sender) {}

    private final GlideClusterClient cluster;
    private final Function<NodeAddress, GlideClient> clients;
    private final Map<String, Node> known = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<Node> bySlot = new AtomicReferenceArray<>(HashSlot.COUNT);

    /** Creates the nodes of a cluster; the function returns the client for an address. */
    Nodes(GlideClusterClient cluster, Function<NodeAddress, GlideClient> clients) {
        this.cluster = cluster;
        this.clients = clients;
    }

    /** Returns the node that is believed to have a slot. If none is found, it answers with the reason. */
    CompletionStage<Node> ofSlot(int slot) {
        Node node = bySlot.get(slot);
        return node != null
                ? completedFuture(node)
                : cluster.customCommand(SLOTS)
                        .thenApply(value -> read(value.getSingleValue(), slot))
                        .exceptionally(Nodes::nowhere);
    }

    private static Node nowhere(Throwable thrown) {
        Reply.Failure failure = Replies.failure(thrown);
        Reply unsent = new Reply.Failure(failure.serverError(), failure.cause(), false);
        return new Node("", (commands, form) -> completedFuture(Collections.nCopies(commands.size(), unsent)));
    }

    /** Remembers all nodes in the answer to CLUSTER SLOTS, and returns the one that has a slot. */
    private Node read(Object answer, int slot) {
        for (Object each : (Object[]) answer) {
            Object[] range = (Object[]) each;
            Object[] primary = (Object[]) range[2];
            Node node = at(text(primary[0]), ((Number) primary[1]).intValue());
            for (int i = ((Number) range[0]).intValue(); i <= ((Number) range[1]).intValue(); i++) {
                bySlot.set(i, node);
            }
        }
        Node found = bySlot.get(slot);
        if (found == null) {
            throw new IllegalStateException("no node of the cluster has slot " + slot);
        }
        return found;
    }

    /** Returns the node to which a redirect leads, and remembers that it has the slot unless it only answers now. */
    Node after(int slot, Reply.Failure redirect, Node redirecting) {
        String target = RedirectedBatch.target(redirect);
        int colon = target.lastIndexOf(':');
        String host = colon == 0 ? redirecting.host() : target.substring(0, colon);
        Node node = at(host, Integer.parseInt(target.substring(colon + 1)));
        if (!RedirectedBatch.isAsk(redirect)) {
            bySlot.set(slot, node);
        }
        return node;
    }

    private Node at(String host, int port) {
        NodeAddress address = NodeAddress.builder().host(host).port(port).build();
        return known.computeIfAbsent(
                host + ":" + port, key -> new Node(host, new ServerTransport(clients.apply(address))::send));
    }

    /** Forgets where a slot is if the reply leaves it in doubt: another node may have taken over. */
    void note(int slot, Reply reply) {
        if (reply instanceof Reply.Failure failure
                && (failure.serverError() == null || failure.serverError().startsWith("READONLY "))) {
            bySlot.set(slot, null);
        }
    }

    private static String text(Object word) {
        return word instanceof GlideString bytes
                ? new String(bytes.getBytes(), StandardCharsets.UTF_8)
                : String.valueOf(word);
    }
}
