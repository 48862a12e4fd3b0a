package io.polybloom.bench.server;

import io.polybloom.tck.server.RedisCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Connection;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.core.RedisServerBuilder;

/**
 * A Redis of our own without persistence: one server on a free port of 127.0.0.1 or in a limited network, or a cluster.
 */
public final class BenchServer implements AutoCloseable {

    /** One server on 127.0.0.1. */
    public static final String LOOPBACK = "loopback";

    private static final String HOST = "127.0.0.1";
    private static final Pattern NETWORK = Pattern.compile("(\\d+)gbit");
    private static final Pattern CLUSTER = Pattern.compile("cluster-(\\d+)");

    private final String uri;
    private final boolean isCluster;
    private final InfoMeter meter;

    /** The last one is closed first. */
    private final Deque<AutoCloseable> parts;

    private BenchServer(String uri, boolean isCluster, InfoMeter meter, Deque<AutoCloseable> parts) {
        this.uri = uri;
        this.isCluster = isCluster;
        this.meter = meter;
        this.parts = parts;
    }

    /**
     * Starts a server or a cluster.
     *
     * @param kind {@link #LOOPBACK}; a network with a limit, such as {@code 1gbit}, which needs Linux, root and
     *     iproute2; or a cluster with its number of nodes, such as {@code cluster-3}
     * @param executable a {@code redis-server}; the embedded one if there is none
     * @param module a module that it loads, if any
     */
    public static BenchServer start(String kind, Optional<Path> executable, Optional<Path> module) throws IOException {
        Matcher network = NETWORK.matcher(kind);
        Matcher cluster = CLUSTER.matcher(kind);
        if (network.matches()) {
            Network limited = Network.open(OptionalInt.of(Integer.parseInt(network.group(1))));
            return start(executable, module, Optional.of(limited));
        }
        if (cluster.matches()) {
            return cluster(Integer.parseInt(cluster.group(1)));
        }
        if (!kind.equals(LOOPBACK)) {
            throw new IllegalArgumentException(
                    "no server '" + kind + "': " + LOOPBACK + ", a network such as 1gbit, a cluster such as cluster-3");
        }
        return start(executable, module, Optional.empty());
    }

    private static BenchServer start(Optional<Path> executable, Optional<Path> module, Optional<Network> network)
            throws IOException {
        Deque<AutoCloseable> parts = new ArrayDeque<>();
        network.ifPresent(parts::push);
        try {
            String host = network.map(Network::host).orElse(HOST);
            int port = freePort();
            Path program = executable.isPresent()
                    ? executable.get()
                    : ExecutableProvider.newJarResourceProvider().get().toPath();
            Path launcher = network.isPresent() ? network.get().launcher(program) : program;
            RedisServerBuilder builder = RedisServer.newRedisServer()
                    .executableProvider(launcher::toFile)
                    .bind(host)
                    .port(port)
                    .setting("save \"\"")
                    .setting("appendonly no")
                    .setting("protected-mode no");
            module.ifPresent(path -> builder.setting("loadmodule " + path.toAbsolutePath()));
            RedisServer server = builder.build();
            server.start();
            parts.push(server::stop);
            Connection connection = new Connection(host, port);
            parts.push(connection);
            return new BenchServer("redis://" + host + ":" + port, false, new InfoMeter(List.of(connection)), parts);
        } catch (IOException | RuntimeException failed) {
            close(parts);
            throw failed;
        }
    }

    private static BenchServer cluster(int nodes) {
        RedisCluster cluster = RedisCluster.start(nodes, "save \"\"", "appendonly no");
        Deque<AutoCloseable> parts = new ArrayDeque<>(List.of(cluster));
        List<Connection> connections = new ArrayList<>();
        for (io.polybloom.tck.server.RedisServer node : cluster.nodes()) {
            Connection connection = new Connection(node.host(), node.port());
            connections.add(connection);
            parts.push(connection);
        }
        io.polybloom.tck.server.RedisServer first = cluster.nodes().get(0);
        String uri = "redis://" + first.host() + ":" + first.port();
        return new BenchServer(uri, true, new InfoMeter(connections), parts);
    }

    /** Returns where clients find it, or one node of the cluster. */
    public String uri() {
        return uri;
    }

    /** Returns whether it is a cluster. */
    public boolean isCluster() {
        return isCluster;
    }

    /** Returns what measures the resources that it has used. */
    public InfoMeter meter() {
        return meter;
    }

    @Override
    public void close() {
        close(parts);
    }

    private static void close(Deque<AutoCloseable> parts) {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception failed) {
                throw new IllegalStateException("a server of the benchmark has not ended", failed);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return probe.getLocalPort();
        }
    }
}
