package io.polybloom.bench.setup;

import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.bench.run.ServerMeter;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** A cluster of our own on 127.0.0.1, without persistence, with a client and a meter of each node. */
public final class BenchCluster implements AutoCloseable {

    private final int nodes;
    private final RedisCluster cluster;
    private final JedisBenchClient client;
    private final List<Connection> connections = new ArrayList<>();

    private BenchCluster(int nodes, RedisCluster cluster) {
        this.nodes = nodes;
        this.cluster = cluster;
        RedisServer first = cluster.nodes().get(0);
        client = JedisBenchClient.ofCluster(name(nodes), new HostAndPort(first.host(), first.port()));
        for (RedisServer node : cluster.nodes()) {
            connections.add(new Connection(node.host(), node.port()));
        }
    }

    /**
     * Starts a cluster.
     *
     * @param nodes how many, at least 1
     */
    public static BenchCluster start(int nodes) {
        return new BenchCluster(nodes, RedisCluster.start(nodes, "save \"\"", "appendonly no"));
    }

    /** How many nodes it has. */
    public int nodes() {
        return nodes;
    }

    /** Jedis on this cluster. */
    public JedisBenchClient client() {
        return client;
    }

    /** The meters of the nodes. */
    public List<ServerMeter> meters() {
        return connections.stream().map(InfoMeter::of).toList();
    }

    @Override
    public void close() {
        client.close();
        connections.forEach(Connection::close);
        cluster.close();
    }

    private static String name(int nodes) {
        return "Jedis, cluster of " + nodes + ",";
    }
}
