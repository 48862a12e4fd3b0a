package io.polybloom.bench.filter;

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

/** Look-ups that answer with a future, in the filters that {@link OurFilter} and {@link RedissonPeer} have created. */
public final class FutureCalls {

    private FutureCalls() {}

    /** Returns those of a filter of ours through Redisson. */
    public static Function<String, CompletionStage<Boolean>> ours(RedissonBenchClient client) {
        AsyncBloomFilter<CharSequence> filter = RedissonBloom.async(client.redisson())
                .<CharSequence>openExisting(OurFilter.STORED, Client.TEXT)
                .toCompletableFuture()
                .join();
        return filter::mightContain;
    }

    /** Returns those of a filter of ours through Vert.x. */
    public static Function<String, CompletionStage<Boolean>> ours(VertxBenchClient client) {
        VertxBloomFilter<CharSequence> filter = VertxBloom.on(client.redis())
                .<CharSequence>openExisting(OurFilter.STORED, Client.TEXT)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return element -> filter.mightContain(element).toCompletionStage();
    }

    /** Returns those of Redisson's own filter. */
    public static Function<String, CompletionStage<Boolean>> peer(RedissonBenchClient client) {
        RBloomFilter<String> filter = client.redisson().getBloomFilter(RedissonPeer.KEY, StringCodec.INSTANCE);
        return filter::containsAsync;
    }
}
