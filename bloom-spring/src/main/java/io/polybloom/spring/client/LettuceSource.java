package io.polybloom.spring.client;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.polybloom.BloomFilters;
import io.polybloom.lettuce.LettuceBloom;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The client of a connection factory for Lettuce. Filters have one connection of their own on it. */
record LettuceSource(LettuceConnectionFactory factory) implements ClientSource {

    @Override
    public Object client() {
        return factory.getRequiredNativeClient();
    }

    @Override
    public BloomFilters filtersOn(Object client) {
        return client instanceof RedisClusterClient cluster
                ? LettuceBloom.on(cluster)
                : LettuceBloom.on((RedisClient) client);
    }
}
