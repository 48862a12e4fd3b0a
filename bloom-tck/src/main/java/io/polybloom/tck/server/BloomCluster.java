package io.polybloom.tck.server;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Redis Cluster of primaries that have Bloom filters of their own. If the servers have no such filters, a
 * {@link BloomGate} stands in front of each, and each server announces the port of its gate.
 */
public final class BloomCluster implements AutoCloseable {

    private static final Duration ANNOUNCED_LIMIT = Duration.ofSeconds(60);

    private final List<BloomGate> gates;
    private final RedisCluster cluster;

    private BloomCluster(List<BloomGate> gates, RedisCluster cluster) {
        this.gates = gates;
        this.cluster = cluster;
    }

    /** Starts a cluster and waits until every member knows where clients find all others. */
    public static BloomCluster start(int masters) {
        if (haveFilters()) {
            return new BloomCluster(List.of(), RedisCluster.start(masters, BloomServer.settings()));
        }
        List<BloomGate> gates = Stream.generate(BloomGate::new).limit(masters).toList();
        RedisCluster cluster = RedisCluster.start(
                masters,
                node -> List.of("cluster-announce-port " + gates.get(node).port()));
        BloomCluster started = new BloomCluster(gates, cluster);
        for (int i = 0; i < masters; i++) {
            gates.get(i).open(cluster.nodes().get(i));
        }
        Set<Long> announced = gates.stream().map(gate -> (long) gate.port()).collect(Collectors.toSet());
        for (RedisServer node : cluster.nodes()) {
            Await.until(
                    node + " knows the gates of all",
                    ANNOUNCED_LIMIT,
                    () -> ports(node).equals(announced));
        }
        return started;
    }

    private static boolean haveFilters() {
        try (BloomServer one = BloomServer.start()) {
            return one.isReal();
        }
    }

    private static Set<Long> ports(RedisServer node) {
        Set<Long> ports = new HashSet<>();
        try (RespClient client = node.client()) {
            for (Object range : client.list("CLUSTER", "SLOTS")) {
                ports.add((Long) ((List<?>) ((List<?>) range).get(2)).get(1));
            }
        }
        return ports;
    }

    /** Returns where clients find the members: {@code "redis://127.0.0.1:15001"} each. */
    public List<String> uris() {
        return gates.isEmpty()
                ? cluster.nodes().stream().map(RedisServer::uri).toList()
                : gates.stream()
                        .map(gate -> "redis://" + Ports.HOST + ":" + gate.port())
                        .toList();
    }

    /** Returns the members, without what makes up for commands that they lack. */
    public List<RedisServer> nodes() {
        return cluster.nodes();
    }

    /** Ends all members. */
    @Override
    public void close() {
        gates.forEach(BloomGate::close);
        cluster.close();
    }
}
