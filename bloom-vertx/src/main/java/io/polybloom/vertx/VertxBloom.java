package io.polybloom.vertx;

import io.polybloom.spi.FilterEngine;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import java.util.ArrayList;
import java.util.List;

/**
 * Bloom filters over the Vert.x Redis client: standalone, sentinel, replication or cluster.
 *
 * <pre>{@code
 * VertxBloom.on(redis)
 *     .open(spec, Funnels.stringFunnel(UTF_8))
 *     .compose(clicks -> clicks.add("event-1"))
 *     .onSuccess(isNew -> ...);
 * }</pre>
 *
 * <p>The client stays the caller's: it is neither closed nor reconfigured, and its limits apply. It has no time limit for an
 * answer unless its {@code NetClientOptions} have a {@code readIdleTimeout}: without one, an operation waits as long as a server
 * that hangs. An operation takes one connection from the pool for each batch that it has in flight, which is up to four for a
 * bulk operation and one for any other; when {@code maxPoolWaiting} others wait already, it fails with a
 * {@link io.polybloom.BackendException} that says so.
 */
public final class VertxBloom {

    private VertxBloom() {}

    /** Filters on one server, one group of replicas, or one cluster. */
    public static VertxBloomFilters on(Redis redis) {
        return on(List.of(redis));
    }

    /**
     * Filters on independent servers that do not know of each other: partition i lives on server i mod N.
     *
     * @param servers at least one client, always in the same order
     */
    public static VertxBloomFilters on(List<Redis> servers) {
        List<Transport<Future<List<Reply>>>> transports = new ArrayList<>();
        for (Redis redis : servers) {
            transports.add(new VertxTransport(redis));
        }
        Transport<Future<List<Reply>>> transport = Transport.spread(transports);
        return new DrivenBloomFilters(new FilterEngine(transport), new VertxDriver(transport, servers.get(0)));
    }
}
