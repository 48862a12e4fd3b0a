package io.polybloom.vertx;

import static io.vertx.core.Future.succeededFuture;

import io.polybloom.spi.Batch;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.support.HashSlot;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends batches that wait for replicas through a client of one node of a cluster, and all others through the client of
 * the cluster, which sends a WAIT to any node. Learns the nodes of the slots from the cluster, and where they move to
 * from redirects.
 */
final class NodeTransport implements Transport<Future<List<Reply>>> {

    /** The two ways to one node. */
    private record Node(VertxTransport directly, VertxTransport asking) {}

    private final VertxTransport others;
    private final Redis cluster;
    private final Function<String, Redis> clients;
    private final Map<String, Node> nodes = new ConcurrentHashMap<>();

    /** The address of the node of each slot from this one on, up to the next slot that is named here. */
    private volatile NavigableMap<Integer, String> slots = Collections.emptyNavigableMap();

    /**
     * Creates a transport.
     *
     * @param clients returns the client of the node at an address of the form host:port
     */
    NodeTransport(VertxTransport others, Redis cluster, Function<String, Redis> clients) {
        this.others = others;
        this.cluster = cluster;
        this.clients = clients;
    }

    @Override
    public boolean redirects() {
        return true;
    }

    @Override
    public Future<List<Reply>> send(Batch batch) {
        if (!RedirectedBatch.isNeededFor(batch)) {
            return others.send(batch);
        }
        int slot = HashSlot.of(batch.commands().get(0).key());
        return addressOf(slot)
                .transform(found -> found.succeeded()
                        ? follow(new RedirectedBatch(batch), slot, found.result(), false)
                        : succeededFuture(Collections.nCopies(batch.size(), ResponseReader.refusal(found.cause()))));
    }

    private Future<List<Reply>> follow(RedirectedBatch batch, int slot, String address, boolean asking) {
        Node node = nodes.computeIfAbsent(address, this::connect);
        Batch round = new Batch(0, 0, batch.commands());
        return (asking ? node.asking : node.directly).send(round).compose(replies -> {
            if (replies.get(round.size() - 1) instanceof Reply.Failure lost && lost.serverError() == null) {
                slots = Collections.emptyNavigableMap();
            }
            Optional<Reply.Failure> redirect = batch.take(replies);
            if (redirect.isEmpty()) {
                return succeededFuture(batch.replies());
            }
            boolean isAsk = RedirectedBatch.isAsk(redirect.get());
            String target = RedirectedBatch.target(redirect.get());
            if (!isAsk) {
                slots = moved(slots, slot, target);
            }
            return follow(batch, slot, target, isAsk);
        });
    }

    private Node connect(String address) {
        Redis client = clients.apply(address);
        Requests requests = Requests.toPrimaryOf(client);
        return new Node(VertxTransport.toNode(client, requests, false), VertxTransport.toNode(client, requests, true));
    }

    private Future<String> addressOf(int slot) {
        String known = find(slots, slot);
        return known != null
                ? succeededFuture(known)
                : cluster.send(Request.cmd(Command.CLUSTER).arg("SLOTS")).map(answer -> {
                    NavigableMap<Integer, String> read = read(answer);
                    slots = read;
                    String found = find(read, slot);
                    if (found == null) {
                        throw new IllegalStateException("no node of the cluster has slot " + slot);
                    }
                    return found;
                });
    }

    /** Asking the cluster again could mean to wait for a node that does not answer. */
    private static NavigableMap<Integer, String> moved(NavigableMap<Integer, String> slots, int slot, String target) {
        NavigableMap<Integer, String> moved = new TreeMap<>(slots);
        String before = find(slots, slot);
        moved.put(slot, target);
        moved.putIfAbsent(slot + 1, before == null ? "" : before);
        return moved;
    }

    private static @Nullable String find(NavigableMap<Integer, String> slots, int slot) {
        Map.Entry<Integer, String> from = slots.floorEntry(slot);
        return from == null || from.getValue().isEmpty() ? null : from.getValue();
    }

    private static NavigableMap<Integer, String> read(Response answer) {
        NavigableMap<Integer, String> read = new TreeMap<>();
        for (Response range : answer) {
            Response primary = range.get(2);
            read.put(
                    range.get(0).toInteger(),
                    primary.get(0).toString() + ":" + primary.get(1).toInteger());
            read.putIfAbsent(range.get(1).toInteger() + 1, "");
        }
        return read;
    }

    /** Returns false, since a batch goes to the node of one slot. */
    @Override
    public boolean joinsSlots() {
        return false;
    }

    @Override
    public int window() {
        return others.window();
    }

    @Override
    public Transport<Future<List<Reply>>> acknowledging() {
        return this;
    }
}
