package io.polybloom.bench.client;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import redis.clients.jedis.RedisClient;

/** Jedis, with its connection pool. */
public final class JedisBenchClient implements Client {

    private final RedisClient jedis;

    /** Connects to a server on the loopback interface. */
    public JedisBenchClient(int port) {
        jedis = RedisClient.create("127.0.0.1", port);
    }

    @Override
    public String name() {
        return "Jedis";
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
