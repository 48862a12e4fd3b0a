package app;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Funnels;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.lettuce.LettuceBloom;

/** Adds one element twice: to a filter on the server of the first argument, and on the cluster of the second. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        try (RedisClient server = RedisClient.create(arguments[0]);
                RedisClusterClient cluster = RedisClusterClient.create(arguments[1])) {
            addTwice(LettuceBloom.on(server));
            addTwice(LettuceBloom.on(cluster));
        }
    }

    private static void addTwice(BloomFilters filters) {
        FilterSpec spec = FilterSpec.named("modules-lettuce").capacity(1000).partitions(3).build();
        BloomFilter<CharSequence> filter = filters.open(spec, Funnels.stringFunnel(UTF_8));
        System.out.println(filter.add("a") + " " + filter.add("a"));
    }
}
