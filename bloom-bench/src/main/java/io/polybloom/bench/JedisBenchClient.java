package io.polybloom.bench;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.util.Collection;
import redis.clients.jedis.RedisClient;

/** Jedis. */
final class JedisBenchClient implements Client {

    private final RedisClient jedis;
    private BloomFilter<CharSequence> filter;

    JedisBenchClient(int port) {
        jedis = RedisClient.create("127.0.0.1", port);
    }

    @Override
    public void open(FilterSpec spec) {
        filter = JedisBloom.on(jedis).open(spec, TEXT);
    }

    @Override
    public boolean add(String element) {
        return filter.add(element);
    }

    @Override
    public boolean[] addAll(Collection<String> elements) {
        return filter.addAll(elements);
    }

    @Override
    public void close() {
        jedis.close();
    }
}
