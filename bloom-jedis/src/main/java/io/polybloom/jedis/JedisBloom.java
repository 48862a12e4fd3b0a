package io.polybloom.jedis;

import io.polybloom.BloomFilters;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.support.ServedVersions;
import java.util.List;
import java.util.function.Supplier;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/**
 * Opens Bloom filters through Jedis.
 *
 * <pre>{@code
 * BloomFilter<String> clicks = JedisBloom.on(jedis).open(spec, Elements.strings());
 * }</pre>
 *
 * <p>The client belongs to the caller: it is never closed, and its pool, timeouts and credentials apply. Every
 * operation holds one pooled connection at a time. Commands are written to the connection directly, so the client's own
 * retries, its client-side cache and its key preprocessor do not apply: a write is never sent twice, and every client
 * finds the same keys.
 *
 * <p>A half-open connection, whose other end has vanished without closing it, makes one call wait for the client's
 * timeout; {@code testWhileIdle} of the pool detects it earlier.
 */
public final class JedisBloom {

    private static final ServedVersions SERVED = new ServedVersions("Jedis", "5.2", "8");

    private JedisBloom() {}

    /**
     * Opens filters on one server, one primary behind sentinels, or one cluster. Does no I/O. For a cluster, pass a
     * {@code RedisClusterClient} or {@code JedisCluster}. Behind sentinels, clients before version 8 do not expose
     * their connections: filters work, but the chunks of a bulk operation do not overlap.
     *
     * @param client any pooled client; the filters are thread-safe if the client is
     * @throws IllegalStateException if the version of Jedis is an earlier one that lacks what is called here
     */
    public static BloomFilters on(UnifiedJedis client) {
        return Engine.get().blocking(transportOf(client));
    }

    /**
     * Opens filters on one server, or one primary behind sentinels, through a pool of {@link Jedis} objects:
     * {@code JedisBloom.on(pool::getResource)} for a {@code JedisPool} or {@code JedisSentinelPool}. Does no I/O.
     *
     * @param pool lends a connection, which is closed after each operation and thereby returned; the filters are
     *     thread-safe if the pool is
     * @throws IllegalStateException if the version of Jedis is an earlier one that lacks what is called here
     */
    public static BloomFilters on(Supplier<? extends Jedis> pool) {
        requireSupported();
        return Engine.get().blocking(PoolTransport.ofLender(pool));
    }

    /**
     * Opens filters on a primary and a replica. The replica answers look-ups of filters that are opened with
     * {@link io.polybloom.FilterOptions#readFromReplicas}; the caller passes it, since Jedis does not know the replicas
     * of a primary. Does no I/O.
     */
    public static BloomFilters on(UnifiedJedis primary, UnifiedJedis replica) {
        return Engine.get().blocking(Transport.withReplica(transportOf(primary), transportOf(replica)));
    }

    /**
     * Opens filters that are spread over independent servers. Does no I/O.
     *
     * @param clients one client per server, at least one, always in the same order: partition i is on server i modulo
     *     the number of servers
     */
    public static BloomFilters on(List<? extends UnifiedJedis> clients) {
        return Engine.get()
                .blocking(Transport.spread(
                        clients.stream().map(JedisBloom::transportOf).toList()));
    }

    static Transport<InFlight> transportOf(UnifiedJedis client) {
        requireSupported();
        return ShownConnections.of(client).orElseGet(() -> PipelineTransport.of(client));
    }

    /** Refuses versions of Jedis that lack a member called here, rather than failing in the middle of a call. */
    private static void requireSupported() {
        SERVED.require(() -> {
            Connection.class.getMethod("sendCommand", CommandArguments.class);
            Connection.class.getMethod("getUnflushedObject");
            Connection.class.getMethod("getMany", int.class);
            Class.forName("redis.clients.jedis.AbstractPipeline");
            Class.forName("redis.clients.jedis.util.KeyValue");
        });
    }
}
