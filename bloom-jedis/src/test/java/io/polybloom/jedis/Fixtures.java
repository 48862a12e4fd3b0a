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
import java.time.Duration;
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

/** The common parts of this module's tests. */
final class Fixtures {

    /** Longer than any answer takes, however busy the machine is: it only ends a test that hangs. */
    static final Duration LIMIT = Duration.ofSeconds(300);

    static final JedisClientConfig PATIENT = timeout(LIMIT);

    /** For clients whose time runs out. Answers can take longer, too, so the preparation of the test is repeated. */
    static final JedisClientConfig IMPATIENT = timeout(Duration.ofMillis(400));

    static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(UTF_8);

    private Fixtures() {}

    private static JedisClientConfig timeout(Duration timeout) {
        return DefaultJedisClientConfig.builder()
                .timeoutMillis((int) timeout.toMillis())
                .build();
    }

    static RedisClient client(RedisServer server) {
        return client(server.host(), server.port(), new ConnectionPoolConfig());
    }

    static RedisClient impatientClient(RedisServer server) {
        return RedisClient.builder()
                .hostAndPort(server.host(), server.port())
                .clientConfig(IMPATIENT)
                .build();
    }

    static RedisClient client(String host, int port, ConnectionPoolConfig pool) {
        return RedisClient.builder()
                .hostAndPort(host, port)
                .clientConfig(PATIENT)
                .poolConfig(pool)
                .build();
    }

    static RedisClusterClient client(RedisCluster cluster) {
        return client(cluster, PATIENT);
    }

    static RedisClusterClient client(RedisCluster cluster, JedisClientConfig config) {
        return RedisClusterClient.builder()
                .nodes(addresses(cluster))
                .clientConfig(config)
                .build();
    }

    static Set<HostAndPort> addresses(RedisCluster cluster) {
        Set<HostAndPort> addresses = new HashSet<>();
        for (RedisServer node : cluster.nodes()) {
            addresses.add(new HostAndPort(node.host(), node.port()));
        }
        return addresses;
    }

    /** A filter with enough room that no test element is a false positive. */
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
