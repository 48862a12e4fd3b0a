package app;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Funnels;
import io.polybloom.FilterSpec;
import io.polybloom.vertx.VertxBloom;
import io.polybloom.vertx.VertxBloomFilter;
import io.polybloom.vertx.VertxBloomFilters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisReplicas;

/** Adds one element twice: to a filter on the server of the first argument, and on the cluster of the second. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        Vertx vertx = Vertx.vertx();
        try {
            addTwice(VertxBloom.on(Redis.createClient(vertx, arguments[0])));
            RedisOptions options =
                    new RedisOptions().setType(RedisClientType.CLUSTER).setConnectionString(arguments[1]);
            Redis cluster = Redis.createClient(vertx, options);
            addTwice(VertxBloom.on(cluster, options.getUseReplicas()));
            refuse(cluster);
        } finally {
            await(vertx.close());
        }
    }

    private static void addTwice(VertxBloomFilters filters) {
        FilterSpec spec = FilterSpec.named("modules-vertx").capacity(1000).partitions(3).build();
        VertxBloomFilter<CharSequence> filter =
                await(filters.<CharSequence>open(spec, Funnels.stringFunnel(UTF_8)));
        System.out.println(await(filter.add("a")) + " " + await(filter.add("a")));
    }

    private static void refuse(Redis cluster) {
        try {
            VertxBloom.on(cluster, RedisReplicas.SHARE);
            System.out.println("not refused");
        } catch (IllegalStateException refused) {
            System.out.println(refused.getMessage());
        }
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
