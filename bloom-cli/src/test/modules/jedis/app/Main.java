package app;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.net.URI;
import java.util.Set;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;

/** Adds one element twice: to a filter on the server of the first argument, and on the cluster of the second. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        URI node = URI.create(arguments[1]);
        try (RedisClient server = RedisClient.create(arguments[0]);
                RedisClusterClient cluster = RedisClusterClient.builder()
                        .nodes(Set.of(new HostAndPort(node.getHost(), node.getPort())))
                        .build()) {
            addTwice(JedisBloom.on(server));
            addTwice(JedisBloom.on(cluster));
        }
    }

    private static void addTwice(BloomFilters filters) {
        FilterSpec spec = FilterSpec.named("modules-jedis").capacity(1000).partitions(3).build();
        BloomFilter<CharSequence> filter = filters.open(spec, Funnels.stringFunnel(UTF_8));
        System.out.println(filter.add("a") + " " + filter.add("a"));
    }
}
