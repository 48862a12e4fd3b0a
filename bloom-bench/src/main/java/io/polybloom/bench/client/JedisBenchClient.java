package io.polybloom.bench.client;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.bench.server.BenchServer;
import io.polybloom.jedis.JedisBloom;
import java.net.URI;
import java.util.Set;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.JedisURIHelper;

/** Jedis, with its connection pool. */
public final class JedisBenchClient implements Client {

    private final UnifiedJedis jedis;

    /** One for all filters, as in an application: what it learns about the network it learns once. */
    private final BloomFilters filters;

    /** Connects to a server, or to the cluster of which it is a node. */
    public JedisBenchClient(BenchServer server) {
        this(
                server.isCluster()
                        ? RedisClusterClient.create(Set.of(JedisURIHelper.getHostAndPort(URI.create(server.uri()))))
                        : RedisClient.create(server.uri()));
    }

    JedisBenchClient(UnifiedJedis jedis) {
        this.jedis = jedis;
        this.filters = JedisBloom.on(jedis);
    }

    /** The client itself, for the peers that use it. */
    public UnifiedJedis jedis() {
        return jedis;
    }

    @Override
    public BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return filters.open(spec, TEXT, options);
    }

    /** Returns the filters of another application, whose mirrors are told nothing of what this one adds. */
    public BloomFilters filtersOfOthers() {
        return JedisBloom.on(jedis);
    }

    @Override
    public boolean get(String key) {
        return jedis.get(key) != null;
    }

    @Override
    public void close() {
        jedis.close();
    }
}
