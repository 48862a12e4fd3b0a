package io.polybloom.bench.client;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.redisson.RedissonBloom;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** Redisson, blocking, with its default settings but for the timeout. */
public final class RedissonBenchClient implements Client {

    /** By default 3 s, in which a busy machine does not execute its script for 100,000 elements. */
    private static final int TIMEOUT_MILLIS = 60_000;

    private final RedissonClient redisson;

    /** Connects to a server. */
    public RedissonBenchClient(String uri) {
        Config config = new Config();
        config.useSingleServer().setAddress(uri).setTimeout(TIMEOUT_MILLIS);
        redisson = Redisson.create(config);
    }

    /** The client itself, for its own filter. */
    public RedissonClient redisson() {
        return redisson;
    }

    @Override
    public BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return RedissonBloom.on(redisson).open(spec, TEXT, options);
    }

    @Override
    public boolean get(String key) {
        return redisson.getBucket(key, ByteArrayCodec.INSTANCE).get() != null;
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
