package io.polybloom.jedis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;

/** What the tests of this module have in common. */
final class Fixtures {

    /** Much longer than any answer takes, and short enough to wait for. */
    static final int TIMEOUT_MILLIS = 400;

    static final JedisClientConfig IMPATIENT =
            DefaultJedisClientConfig.builder().timeoutMillis(TIMEOUT_MILLIS).build();

    static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(UTF_8);

    private Fixtures() {}

    static RedisClient client(RedisServer server) {
        return client(server.host(), server.port(), new ConnectionPoolConfig());
    }

    static RedisClient client(String host, int port, ConnectionPoolConfig pool) {
        return RedisClient.builder()
                .hostAndPort(host, port)
                .clientConfig(IMPATIENT)
                .poolConfig(pool)
                .build();
    }

    static RedisClusterClient client(RedisCluster cluster) {
        return RedisClusterClient.builder()
                .nodes(addresses(cluster))
                .clientConfig(IMPATIENT)
                .build();
    }

    static Set<HostAndPort> addresses(RedisCluster cluster) {
        Set<HostAndPort> addresses = new HashSet<>();
        for (RedisServer node : cluster.nodes()) {
            addresses.add(new HostAndPort(node.host(), node.port()));
        }
        return addresses;
    }

    /** A filter with so much room that no test element is taken for another. */
    static FilterSpec roomy(String name, int partitions) {
        return FilterSpec.named(name)
                .capacity(100_000)
                .falsePositiveRate(1e-6)
                .partitions(partitions)
                .build();
    }

    static List<String> words(int from, int to) {
        List<String> words = new ArrayList<>();
        for (int i = from; i < to; i++) {
            words.add("word-" + i);
        }
        return words;
    }

    static Batch batch(Command... commands) {
        return new Batch(0, 0, List.of(commands));
    }

    static Command command(Verb verb, String key, String... arguments) {
        byte[][] bytes = new byte[arguments.length][];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = arguments[i].getBytes(UTF_8);
        }
        return new Command(verb, key.getBytes(UTF_8), bytes);
    }
}
