package io.polybloom.examples.spark;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.RedisClient;

/**
 * Says where a filter is, and opens it once in each process: Spark sends this value to its executors, whose tasks share
 * one filter and one pool of connections.
 *
 * @param redis the URI of Redis
 * @param name the filter's name
 * @param capacity the number of elements
 * @param falsePositiveRate the chance that a new element is taken for a repeated one, once the filter is full
 */
public record SharedFilter(String redis, String name, long capacity, double falsePositiveRate) implements Serializable {

    private static final Map<String, RedisClient> CLIENTS = new ConcurrentHashMap<>();
    private static final Map<SharedFilter, BloomFilter<String>> FILTERS = new ConcurrentHashMap<>();

    /** Returns the filter that this process has open. */
    BloomFilter<String> open() {
        return FILTERS.computeIfAbsent(this, SharedFilter::openFirst);
    }

    /** Returns the parameters of the filter. */
    FilterSpec spec() {
        return FilterSpec.named(name)
                .capacity(capacity)
                .falsePositiveRate(falsePositiveRate)
                .build();
    }

    private BloomFilter<String> openFirst() {
        RedisClient client = CLIENTS.computeIfAbsent(redis, RedisClient::create);
        return JedisBloom.on(client).open(spec(), Elements.strings());
    }
}
