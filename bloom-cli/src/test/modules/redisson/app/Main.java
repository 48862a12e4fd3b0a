package app;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.redisson.RedissonBloom;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Adds one element twice: to a filter on the server of the first argument, and on the cluster of the second. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        Config server = new Config();
        server.useSingleServer().setAddress(arguments[0]);
        addTwice(server);
        Config cluster = new Config();
        cluster.useClusterServers().addNodeAddress(arguments[1]);
        addTwice(cluster);
    }

    private static void addTwice(Config config) {
        RedissonClient client = Redisson.create(config);
        try {
            FilterSpec spec = FilterSpec.named("modules-redisson").capacity(1000).partitions(3).build();
            BloomFilter<CharSequence> filter = RedissonBloom.on(client).open(spec, Funnels.stringFunnel(UTF_8));
            System.out.println(filter.add("a") + " " + filter.add("a"));
        } finally {
            client.shutdown();
        }
    }
}
