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
import io.vertx.redis.client.Request;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The Vert.x Redis client, called from a thread that is not an event loop. */
public final class VertxBenchClient implements Client {

    private static final int LONGEST_OPERATION_MINUTES = 5;

    private static final Forwarder<VertxBloomFilters, BloomFilters> WAITING = new Forwarder<>(
            VertxBloomFilters.class,
            BloomFilters.class,
            call -> call.shown(await((Future<?>) call.future())),
            Future.class);

    private final Vertx vertx = Vertx.vertx();
    private final String name;
    private final Redis redis;

    /** Connects to a server under a name in the results. */
    public VertxBenchClient(String name, String uri) {
        this.name = name;
        redis = Redis.createClient(vertx, uri);
    }

    @Override
    public String name() {
        return name;
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

    /** An event loop completes each future and wakes the caller up. */
    @Override
    public int waitingFactor() {
        return 100;
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
