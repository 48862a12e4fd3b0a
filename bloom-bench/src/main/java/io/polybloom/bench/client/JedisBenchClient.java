package io.polybloom.bench.client;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.util.Set;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** Jedis, with its connection pool. */
public final class JedisBenchClient implements Client {

    private final String name;
    private final UnifiedJedis jedis;

    /** One for all filters, as in an application: what it learns about the network it learns once. */
    private final BloomFilters filters;

    /** Connects to a server under a name in the results. */
    public JedisBenchClient(String name, String uri) {
        this(name, RedisClient.create(uri));
    }

    private JedisBenchClient(String name, UnifiedJedis jedis) {
        this.name = name;
        this.jedis = jedis;
        this.filters = JedisBloom.on(jedis);
    }

    /** Connects to a cluster, one of whose nodes is known, under a name in the results. */
    public static JedisBenchClient ofCluster(String name, HostAndPort node) {
        return new JedisBenchClient(name, RedisClusterClient.create(Set.of(node)));
    }

    @Override
    public String name() {
        return name;
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
