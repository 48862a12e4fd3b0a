package io.polybloom.vertx;

import io.polybloom.driver.FilterEngine;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import java.util.List;

/**
 * Opens Bloom filters over the Vert.x Redis client: standalone, sentinel, replication or cluster.
 *
 * <pre>{@code
 * VertxBloom.on(redis)
 *     .open(spec, Funnels.stringFunnel(UTF_8))
 *     .compose(clicks -> clicks.add("event-1"))
 *     .onSuccess(isNew -> ...);
 * }</pre>
 *
 * <p>The client stays the caller's: it is neither closed nor reconfigured, and its limits apply.
 *
 * <ul>
 *   <li>It waits for an answer for ever unless its {@code NetClientOptions} have a {@code readIdleTimeout}.
 *   <li>Batches go out along at most four connections of a client at a time, so a pool should have more than four.
 *       Calls beyond that wait in memory, in order, until a batch has been answered; other users of the client get
 *       their turn in between. Only if the client gives no connection while these filters use none, the waiting
 *       operations fail with a {@link io.polybloom.BackendException} that says so, and nothing was sent.
 *   <li>Commands of several operations, partitions or layers go out on one connection without waiting for each other,
 *       up to 16 at a time: {@code maxWaitingHandlers} must be larger than that.
 *   <li>A cluster client takes a connection to every node at once. If several threads exhaust its pools, they can wait
 *       for each other for ever, as with the client's own commands (seen with 5.1.1): make {@code maxPoolSize} at least
 *       4, and larger if others use it.
 * </ul>
 */
public final class VertxBloom {

    private VertxBloom() {}

    /** Returns filters on one server, one group of replicas, or one cluster. */
    public static VertxBloomFilters on(Redis redis) {
        return on(List.of(redis));
    }

    /**
     * Returns filters on N independent servers that do not know of each other: partition i lives on server i mod N.
     *
     * @param servers at least one client, always in the same order, and all of the same Vert.x, since an operation is
     *     confined to one context
     */
    public static VertxBloomFilters on(List<Redis> servers) {
        Transport<Future<List<Reply>>> transport = transport(servers);
        return new DrivenBloomFilters(new FilterEngine(transport), new VertxDriver(transport, servers.get(0)));
    }

    static Transport<Future<List<Reply>>> transport(List<Redis> servers) {
        return Transport.spread(servers.stream().map(VertxTransport::new).toList());
    }
}
