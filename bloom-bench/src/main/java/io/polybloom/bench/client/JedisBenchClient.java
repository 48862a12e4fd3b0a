package io.polybloom.bench.client;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import redis.clients.jedis.RedisClient;

/** Jedis, with its connection pool. */
public final class JedisBenchClient implements Client {

    private final String name;
    private final RedisClient jedis;

    /** Connects to a server under a name in the results. */
    public JedisBenchClient(String name, String uri) {
        this.name = name;
        jedis = RedisClient.create(uri);
    }

    @Override
    public String name() {
        return name;
    }

    /** The client itself, for the peers that use it. */
    public RedisClient jedis() {
        return jedis;
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
