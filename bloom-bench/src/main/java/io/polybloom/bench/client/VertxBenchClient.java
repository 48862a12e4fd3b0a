package io.polybloom.bench.client;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.support.forward.Forwarder;
import io.polybloom.vertx.VertxBloom;
import io.polybloom.vertx.VertxBloomFilters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The Vert.x Redis client, called from a thread that is not an event loop. */
public final class VertxBenchClient implements Client {

    private static final int CALLERS = 64;
    private static final int LONGEST_OPERATION_MINUTES = 5;

    private static final Forwarder<VertxBloomFilters, BloomFilters> WAITING = new Forwarder<>(
            VertxBloomFilters.class,
            BloomFilters.class,
            call -> call.shown(await((Future<?>) call.future())),
            Future.class);

    private final Vertx vertx = Vertx.vertx();
    private final Redis redis;

    /** Connects to a server. */
    public VertxBenchClient(String uri) {
        // By default, 24 commands may wait for a connection; 64 threads that each send a GET have more.
        redis = Redis.createClient(
                vertx, new RedisOptions().setConnectionString(uri).setMaxPoolWaiting(CALLERS));
    }

    /** The client itself, for calls that nobody waits for. */
    public Redis redis() {
        return redis;
    }

    @Override
    public BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return WAITING.present(VertxBloom.on(redis)).open(spec, TEXT, options);
    }

    @Override
    public boolean get(String key) {
        return await(redis.send(Request.cmd(Command.GET).arg(key))) != null;
    }

    @Override
    public void close() {
        await(redis.close());
        await(vertx.close());
    }

    private static <R> R await(Future<R> future) {
        try {
            return future.await(LONGEST_OPERATION_MINUTES, TimeUnit.MINUTES);
        } catch (TimeoutException late) {
            throw new IllegalStateException("no answer within " + LONGEST_OPERATION_MINUTES + " minutes", late);
        }
    }
}
