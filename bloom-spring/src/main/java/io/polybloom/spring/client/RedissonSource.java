package io.polybloom.spring.client;

import io.polybloom.BloomFilters;
import io.polybloom.redisson.RedissonBloom;
import org.redisson.api.RedissonClient;

/** A client of Redisson, no matter how the application has made it. */
record RedissonSource(RedissonClient client) implements ClientSource {

    @Override
    public BloomFilters filtersOn(Object same) {
        return RedissonBloom.on(client);
    }
}
