package io.polybloom.vertx;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.FilterSpec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** A Vert.x with a Redis client on it, and the common parts of the tests. */
final class TestClient implements AutoCloseable {

    /** Longer than any answer takes, however busy the machine is: it only ends a test that hangs. */
    static final Duration LIMIT = Duration.ofSeconds(300);

    static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(UTF_8);

    final Vertx vertx = Vertx.vertx();
    final Redis redis;
    final VertxBloomFilters filters;

    TestClient(RedisOptions options) {
        redis = Redis.createClient(vertx, options);
        filters = VertxBloom.on(redis);
    }

    TestClient(String uri) {
        this(new RedisOptions().setConnectionString(uri));
    }

    VertxBloomFilter<CharSequence> open(FilterSpec spec) {
        return await(filters.<CharSequence>open(spec, TEXT));
    }

    /** With so low an error rate that no test meets a false positive. */
    static FilterSpec spec(String name, int partitions) {
        return FilterSpec.named(name)
                .capacity(100_000)
                .falsePositiveRate(1e-9)
                .partitions(partitions)
                .build();
    }

    static List<String> words(String prefix, int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(prefix + i);
        }
        return words;
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(LIMIT.toSeconds(), SECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("no answer within " + LIMIT, late);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        } catch (ExecutionException failed) {
            throw TestClient.<RuntimeException>as(failed.getCause());
        }
    }

    /** As it is, checked or not, as callers of the client see it. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E as(Throwable failure) throws E {
        throw (E) failure;
    }

    /** Waits for a failure of the given type. */
    static <E extends Throwable> E failureOf(Class<E> type, Future<?> future) {
        return type.cast(await(future.<Throwable>map(value -> {
                    throw new AssertionError("succeeded with " + value);
                })
                .otherwise(failure -> failure)));
    }

    @Override
    public void close() {
        await(redis.close());
        await(vertx.close());
    }
}
