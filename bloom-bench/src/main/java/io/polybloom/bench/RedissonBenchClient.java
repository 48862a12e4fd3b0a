package io.polybloom.bench;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.redisson.RedissonBloom;
import java.util.Collection;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson, blocking. */
final class RedissonBenchClient implements Client {

    private final RedissonClient redisson;
    private BloomFilter<CharSequence> filter;

    RedissonBenchClient(int port) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
        redisson = Redisson.create(config);
    }

    @Override
    public void open(FilterSpec spec) {
        filter = RedissonBloom.on(redisson).open(spec, TEXT);
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
        redisson.shutdown();
    }
}
