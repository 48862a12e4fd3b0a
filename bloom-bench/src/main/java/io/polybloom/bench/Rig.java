package io.polybloom.bench;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.client.GlideBenchClient;
import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.bench.client.LettuceBenchClient;
import io.polybloom.bench.client.MemoryBenchClient;
import io.polybloom.bench.client.RedissonBenchClient;
import io.polybloom.bench.client.VertxBenchClient;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.filter.GuavaFilter;
import io.polybloom.bench.filter.ModuleFilter;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.PipelinedBits;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.filter.ScriptPerElement;
import io.polybloom.bench.server.BenchServer;
import io.polybloom.bench.server.Fork;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a fork measures: a filter, and the client that it goes through. A client or a peer has the name that it has as a
 * parameter of the benchmarks; a new one gets a line here.
 *
 * @param client null if there is none
 */
record Rig(@Nullable Client client, BenchFilter filter) implements AutoCloseable {

    /** Connects a client to a server of its own, or makes the server in memory. */
    static Client client(String name, String server) {
        if (name.equals("memory")) {
            return new MemoryBenchClient();
        }
        BenchServer started = Fork.start(server);
        if (started.isCluster() && !name.equals("jedis")) {
            throw new IllegalArgumentException("a cluster is measured through jedis, not through " + name);
        }
        return switch (name) {
            case "jedis" -> new JedisBenchClient(started);
            case "lettuce" -> new LettuceBenchClient(started.uri());
            case "redisson" -> new RedissonBenchClient(started.uri());
            case "glide" -> new GlideBenchClient(started.uri());
            case "vertx" -> new VertxBenchClient(started.uri());
            default -> throw new IllegalArgumentException("no client '" + name + "'");
        };
    }

    /** Connects Jedis to a server of its own. */
    static JedisBenchClient jedis(String server) {
        return (JedisBenchClient) client("jedis", server);
    }

    /**
     * Starts a filter of ours.
     *
     * @param shape everything of the filter but its capacity and rate
     */
    static Rig ours(String client, String server, UnaryOperator<FilterSpecBuilder> shape, FilterOptions options) {
        Client started = client(client, server);
        return new Rig(started, new OurFilter(started, shape, options));
    }

    /** Starts a filter of a peer. */
    static Rig peer(String name, String server) {
        return switch (name) {
            case "guava" -> new Rig(null, new GuavaFilter());
            case "redisson" -> {
                RedissonBenchClient client = (RedissonBenchClient) client("redisson", server);
                yield new Rig(client, new RedissonPeer(client));
            }
            case "bits", "script", "module" -> {
                JedisBenchClient client = jedis(server);
                yield new Rig(client, onJedis(name, client));
            }
            default -> throw new IllegalArgumentException("no peer '" + name + "'");
        };
    }

    private static BenchFilter onJedis(String name, JedisBenchClient client) {
        return switch (name) {
            case "bits" -> new PipelinedBits(client.jedis());
            case "script" -> new ScriptPerElement(client.jedis());
            default -> new ModuleFilter(client.jedis());
        };
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
    }
}
