package io.polybloom.jedis;

import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.Pool;

/**
 * Finds the connections of a client.
 *
 * <table>
 * <caption>The clients of Jedis and the connections that they expose</caption>
 * <tr><th>server<th>Jedis 5.2 to 7.1<th>7.2 to 7.5<th>8
 * <tr><td>one<td>{@code JedisPooled}: a pool<td>and {@code RedisClient}: a pool<td>{@code RedisClient}
 * <tr><td>sentinels<td>{@code JedisSentineled}: nothing<td>and {@code RedisSentinelClient}: nothing
 *     <td>{@code RedisSentinelClient}: the pool of each primary
 * <tr><td>cluster<td>{@code JedisCluster}: the pools of the nodes<td>and {@code RedisClusterClient}: the same
 *     <td>both, and a way to read the topology again
 * </table>
 */
final class ShownConnections {

    private ShownConnections() {}

    /** Returns a transport over the client's connections; empty if it does not expose them. */
    static Optional<Transport<InFlight>> of(UnifiedJedis client) {
        Optional<ClientMethod> pool = ClientMethod.of(client, "getPool");
        if (pool.isPresent()) {
            Pool<Connection> connections = connections(pool.get().call(Pool.class));
            return Optional.of(PoolTransport.ofConnections(() -> connections));
        }
        Optional<ClientMethod> slot = ClientMethod.of(client, "getConnectionFromSlot", int.class);
        Optional<ClientMethod> nodes = ClientMethod.of(client, "getClusterNodes");
        if (slot.isPresent() && nodes.isPresent()) {
            return Optional.of(new ClusterTransport(
                    client,
                    number -> slot.get().call(Connection.class, number),
                    () -> pools(nodes.get().call(Map.class)),
                    refresh(client)));
        }
        return ClientMethod.of(client, "getPrimaryNodesConnectionMap")
                .map(primaries -> PoolTransport.ofConnections(() -> connections(primary(primaries.call(Map.class)))));
    }

    /**
     * Returns an action that makes the client read the topology of its cluster again. Before version 8 a client does so
     * only when a command of its own is redirected or cannot reach a node. So the action makes it send a read command
     * that is not answered from the client's cache.
     */
    private static Consumer<byte[]> refresh(UnifiedJedis client) {
        Optional<ClientMethod> refresh = ClientMethod.of(client, "refreshClusterTopology");
        return refresh.isPresent() ? key -> refresh.get().call(Void.class) : ask(client);
    }

    /**
     * Returns an action that sends a read, in one thread at a time: a client that cannot reach a node keeps trying for
     * a while.
     */
    private static Consumer<byte[]> ask(UnifiedJedis client) {
        ReentrantLock asking = new ReentrantLock();
        return key -> {
            if (asking.tryLock()) {
                try {
                    client.pttl(key);
                } finally {
                    asking.unlock();
                }
            }
        };
    }

    private static Pool<?> primary(Map<?, ?> primaries) {
        return (Pool<?>) primaries.values().iterator().next();
    }

    @SuppressWarnings("unchecked") // every pool of a client lends its connections
    private static Pool<Connection> connections(Pool<?> pool) {
        return (Pool<Connection>) pool;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ConnectionPool> pools(Map<?, ?> nodes) {
        return (Map<String, ConnectionPool>) nodes;
    }
}
