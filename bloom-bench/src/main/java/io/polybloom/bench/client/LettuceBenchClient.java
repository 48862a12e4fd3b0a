package io.polybloom.bench.client;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.lettuce.LettuceBloom;

/** Lettuce, blocking, with its default settings: the filters use connections of their own. */
public final class LettuceBenchClient implements Client {

    private final RedisClient lettuce;
    private final StatefulRedisConnection<String, String> connection;

    /** Connects to a server. */
    public LettuceBenchClient(String uri) {
        lettuce = RedisClient.create(uri);
        connection = lettuce.connect(StringCodec.UTF8);
    }

    @Override
    public BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return LettuceBloom.on(lettuce).open(spec, TEXT, options);
    }

    @Override
    public boolean get(String key) {
        return connection.sync().get(key) != null;
    }

    @Override
    public void close() {
        lettuce.shutdown();
    }
}
