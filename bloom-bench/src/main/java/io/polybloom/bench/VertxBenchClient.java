package io.polybloom.bench;

import io.polybloom.FilterSpec;
import io.polybloom.vertx.VertxBloom;
import io.polybloom.vertx.VertxBloomFilter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** The Vert.x Redis client, called from a thread that is not an event loop. */
final class VertxBenchClient implements Client {

    private final Vertx vertx = Vertx.vertx();
    private final Redis redis;
    private VertxBloomFilter<CharSequence> filter;

    VertxBenchClient(int port) {
        redis = Redis.createClient(vertx, "redis://127.0.0.1:" + port);
    }

    @Override
    public void open(FilterSpec spec) {
        filter = await(VertxBloom.on(redis).open(spec, TEXT));
    }

    @Override
    public boolean add(String element) {
        return await(filter.add(element));
    }

    @Override
    public boolean[] addAll(Collection<String> elements) {
        return await(filter.addAll(elements));
    }

    @Override
    public void close() {
        await(redis.close());
        await(vertx.close());
    }

    private static <R> R await(Future<R> future) {
        try {
            return future.await(30, TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException late) {
            throw new IllegalStateException("no answer within 30 seconds", late);
        }
    }
}
