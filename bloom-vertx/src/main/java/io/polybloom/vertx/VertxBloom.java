package io.polybloom.vertx;

import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisReplicas;
import java.util.List;
import java.util.function.Function;

/**
 * Opens Bloom filters over the Vert.x Redis client: standalone, sentinel, replication or cluster.
 *
 * <pre>{@code
 * VertxBloom.on(redis)
 *     .open(spec, Elements.strings())
 *     .compose(clicks -> clicks.add("event-1"))
 *     .onSuccess(isNew -> ...);
 * }</pre>
 *
 * <p>The client belongs to the caller: it is neither closed nor reconfigured, and its limits apply.
 *
 * <ul>
 *   <li>The client waits forever for a reply unless its {@code NetClientOptions} have a {@code readIdleTimeout}.
 *   <li>Batches are sent on at most four connections of a client at a time, so a pool should have more than four. Calls
 *       beyond that wait in memory, in order, until a batch has been answered; other users of the client get their turn
 *       in between. Only if the client gives no connection while these filters use none do the waiting operations fail,
 *       with a {@link io.polybloom.BackendException} that says so; nothing was sent.
 *   <li>Commands of several operations, partitions or layers are sent on one connection without waiting for each other,
 *       up to 16 at a time; {@code maxWaitingHandlers} must be larger than that.
 *   <li>A cluster client takes a connection to every node at once. If several threads exhaust its pools, they can wait
 *       for each other forever, as with the client's own commands (seen with 5.1.1): make {@code maxPoolSize} at least
 *       4, and larger if others use the client.
 * </ul>
 */
public final class VertxBloom {

    private VertxBloom() {}

    /**
     * Returns filters on one server, one group of replicas, or one cluster.
     *
     * @throws IllegalStateException if the version of the client is not one from 4.5.10 to 5.1; or if the client has
     *     replicas or is that of a cluster, and Vert.x 5 is on the module path: then use {@link #on(Redis,
     *     RedisReplicas)}
     */
    public static VertxBloomFilters on(Redis redis) {
        return on(List.of(redis));
    }

    /**
     * Returns filters on one server, one group of replicas, or one cluster, for a client whose use of replicas the
     * caller states. On the module path, Vert.x 5 hides the classes with which this adapter would make a client for
     * replicas or for a cluster ask the primary. If the client never asks a replica, this does not matter: pass
     * {@code NEVER}.
     *
     * @param useReplicas the value in the options of the client
     * @throws IllegalStateException if the version of the client is not one from 4.5.10 to 5.1; or if the client reads
     *     from replicas, and cannot be made to ask a primary
     */
    public static VertxBloomFilters on(Redis redis, RedisReplicas useReplicas) {
        Versions.requireSupported();
        Requests requests = useReplicas == RedisReplicas.NEVER ? Requests.ofClient() : Requests.toPrimaryOf(redis);
        return filters(new VertxTransport(redis, requests), redis);
    }

    /**
     * Returns filters on N independent servers: partition i is on server i mod N.
     *
     * @param servers at least one client, always in the same order, and all of the same Vert.x instance, since an
     *     operation is confined to one context
     */
    public static VertxBloomFilters on(List<Redis> servers) {
        return filters(transport(servers), servers.get(0));
    }

    /**
     * Opens filters on one cluster, with a further client for each node. These clients send the writes of filters that
     * wait for replicas ({@link io.polybloom.FilterOptions#acknowledgedBy}), since the client of a cluster does not
     * send a WAIT to the node of the write.
     *
     * @param cluster the client of the cluster, for everything else
     * @param nodes returns a client of the one server at an address of the form {@code host:port}, of the same Vert.x
     *     instance; asked once for each address, and not closed
     * @throws IllegalStateException as {@link #on(Redis)}
     */
    public static VertxBloomFilters on(Redis cluster, Function<String, Redis> nodes) {
        Versions.requireSupported();
        return filters(VertxTransport.onCluster(cluster, Requests.toPrimaryOf(cluster), nodes), cluster);
    }

    static Transport<Future<List<Reply>>> transport(List<Redis> servers) {
        Versions.requireSupported();
        return Transport.spread(servers.stream()
                .map(redis -> new VertxTransport(redis, Requests.toPrimaryOf(redis)))
                .toList());
    }

    private static VertxBloomFilters filters(Transport<Future<List<Reply>>> transport, Redis redis) {
        return new FutureBloomFilters(new FilterEngine(transport), new VertxDriver(transport, redis));
    }
}
