package io.polybloom.bench.client;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.util.Set;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClusterClient;

/** Jedis on a cluster. */
public final class JedisClusterBenchClient implements Client {

    private final String name;
    private final RedisClusterClient jedis;

    /** Connects to a cluster, one of whose nodes is known, under a name in the results. */
    public JedisClusterBenchClient(String name, HostAndPort node) {
        this.name = name;
        jedis = RedisClusterClient.create(Set.of(node));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public BloomFilter<CharSequence> open(FilterSpec spec) {
        return JedisBloom.on(jedis).open(spec, TEXT);
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
