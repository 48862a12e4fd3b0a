package io.polybloom.jedis;

import java.util.Set;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** Makes the clients that a version of Jedis has: since 7.2 others than before. */
final class TestClients {

    private TestClients() {}

    static UnifiedJedis pooled(HostAndPort server, JedisClientConfig config) {
        return isOld()
                ? old("JedisPooled", HostAndPort.class, server, config)
                : RedisClient.builder().hostAndPort(server).clientConfig(config).build();
    }

    static UnifiedJedis cluster(Set<HostAndPort> nodes, JedisClientConfig config) {
        return isOld()
                ? old("JedisCluster", Set.class, nodes, config)
                : RedisClusterClient.builder().nodes(nodes).clientConfig(config).build();
    }

    private static boolean isOld() {
        try {
            Class.forName("redis.clients.jedis.RedisClient");
            return false;
        } catch (ClassNotFoundException before72) {
            return true;
        }
    }

    private static UnifiedJedis old(String name, Class<?> type, Object server, JedisClientConfig config) {
        try {
            return (UnifiedJedis) Class.forName("redis.clients.jedis." + name)
                    .getConstructor(type, JedisClientConfig.class)
                    .newInstance(server, config);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
