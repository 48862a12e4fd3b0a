package io.polybloom.spring.client;

import io.polybloom.BloomFilters;
import io.polybloom.jedis.JedisBloom;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/**
 * The connections of a connection factory for Jedis. Since Spring Data Redis 4.1 it has a {@link UnifiedJedis}; earlier
 * versions have one only for a cluster, and otherwise lend a {@link Jedis} from their pool.
 */
final class JedisSource implements ClientSource {

    private final JedisConnectionFactory factory;
    private volatile boolean lends;

    JedisSource(JedisConnectionFactory factory) {
        this.factory = factory;
    }

    /**
     * Returns the client; for a factory that lends connections, the factory itself, so that each connection comes from
     * its current pool.
     */
    @Override
    public Object client() {
        if (lends) {
            return factory;
        }
        if (factory.isRedisClusterAware()) {
            return factory.getClusterConnection().getNativeConnection();
        }
        try {
            RedisConnection connection = factory.getConnection();
            if (connection.getNativeConnection() instanceof UnifiedJedis shared) {
                return shared;
            }
            connection.close();
            lends = true;
        } catch (DataAccessException unreachable) {
            // Only a factory that lends connections connects here. The operation will fail to borrow one, and say why.
            return factory;
        }
        return factory;
    }

    @Override
    public BloomFilters filtersOn(Object client) {
        return client instanceof UnifiedJedis shared ? JedisBloom.on(shared) : JedisBloom.on(this::borrow);
    }

    private Jedis borrow() {
        return (Jedis) factory.getConnection().getNativeConnection();
    }
}
