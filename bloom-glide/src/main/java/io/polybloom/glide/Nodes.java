package io.polybloom.glide;

import glide.api.GlideClient;
import glide.api.GlideClusterClient;
import glide.api.models.GlideString;
import glide.api.models.configuration.NodeAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** The nodes of a cluster, as far as they are known, each with a client of its own. Thread-safe. */
final class Nodes {

    private static final GlideString[] SLOTS = {GlideString.of("CLUSTER"), GlideString.of("SLOTS")};

    /** One node, and the client that speaks to it alone. */
    record Node(String host, ServerTransport transport) {}

    private final GlideClusterClient cluster;
    private final Function<NodeAddress, GlideClient> clients;
    private final Map<String, Node> known = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<Node> bySlot = new AtomicReferenceArray<>(Slots.COUNT);

    /** Creates the nodes of a cluster; the function returns the client for an address. */
    Nodes(GlideClusterClient cluster, Function<NodeAddress, GlideClient> clients) {
        this.cluster = cluster;
        this.clients = clients;
    }

    /** Returns the node that is believed to have a slot. */
    CompletionStage<Node> ofSlot(int slot) {
        Node node = bySlot.get(slot);
        return node != null
                ? CompletableFuture.completedFuture(node)
                : cluster.customCommand(SLOTS).thenApply(value -> read(value.getSingleValue(), slot));
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

    /**
     * Returns the node to which a redirect leads.
     *
     * @param target host, colon and port; without a host, that of the node that redirects
     */
    Node at(String target, Node redirecting) {
        int colon = target.lastIndexOf(':');
        String host = colon == 0 ? redirecting.host() : target.substring(0, colon);
        return at(host, Integer.parseInt(target.substring(colon + 1)));
    }

    private Node at(String host, int port) {
        NodeAddress address = NodeAddress.builder().host(host).port(port).build();
        return known.computeIfAbsent(
                host + ":" + port, key -> new Node(host, new ServerTransport(clients.apply(address))));
    }

    /** Remembers where a slot is. */
    void learn(int slot, Node node) {
        bySlot.set(slot, node);
    }

    /** Forgets where a slot is. */
    void forget(int slot) {
        bySlot.set(slot, null);
    }

    private static String text(Object word) {
        return word instanceof GlideString bytes
                ? new String(bytes.getBytes(), StandardCharsets.UTF_8)
                : String.valueOf(word);
    }
}
