package io.polybloom.bench.filter;

import io.polybloom.FilterSpec;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.client.RedissonBenchClient;
import io.polybloom.bench.client.VertxBenchClient;
import io.polybloom.redisson.RedissonBloom;
import io.polybloom.vertx.VertxBloom;
import io.polybloom.vertx.VertxBloomFilter;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.redisson.api.RBloomFilter;
import org.redisson.client.codec.StringCodec;

/** Look-ups of existing filters that answer with a future. */
public final class FutureCalls {

    private FutureCalls() {}

    /** Those of a filter of ours through Redisson. */
    public static Function<String, CompletionStage<Boolean>> ours(RedissonBenchClient client, FilterSpec spec) {
        AsyncBloomFilter<CharSequence> filter = RedissonBloom.async(client.redisson())
                .<CharSequence>open(spec, Client.TEXT)
                .toCompletableFuture()
                .join();
        return filter::mightContain;
    }

    /** Those of a filter of ours through Vert.x. */
    public static Function<String, CompletionStage<Boolean>> ours(VertxBenchClient client, FilterSpec spec) {
        VertxBloomFilter<CharSequence> filter = VertxBloom.on(client.redis())
                .<CharSequence>open(spec, Client.TEXT)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return element -> filter.mightContain(element).toCompletionStage();
    }

    /** Those of Redisson's own filter, which {@link RedissonPeer} creates. */
    public static Function<String, CompletionStage<Boolean>> peer(RedissonBenchClient client) {
        RBloomFilter<String> filter = client.redisson().getBloomFilter(RedissonPeer.KEY, StringCodec.INSTANCE);
        return filter::containsAsync;
    }
}
