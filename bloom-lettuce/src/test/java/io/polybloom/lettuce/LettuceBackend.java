package io.polybloom.lettuce;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.polybloom.BloomFilters;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.NonBlockingFilters;
import io.polybloom.tck.backend.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Connects Lettuce for the kit.
 *
 * @param flavour the flavour that is tested
 */
record LettuceBackend(Flavour flavour) implements Backend {

    enum Flavour {
        BLOCKING,
        ASYNC
    }

    /**
     * Lettuce notes every reconnect and every refused repetition, and the kit cuts connections all the time. The field
     * keeps the setting alive.
     */
    private static final Logger NOISE = Logger.getLogger("io.lettuce");

    static {
        NOISE.setLevel(Level.OFF);
    }

    /**
     * The threads of all clients, which take turns: where a source of elements waits for an answer to another client,
     * it holds up the thread that reads for its own one. A client that ends its own threads may wait forever: when they
     * end before the last connection has said that it is closed, nobody hears of it.
     */
    private static final List<ClientResources> THREADS =
            List.of(DefaultClientResources.create(), DefaultClientResources.create());

    private static final AtomicInteger TURN = new AtomicInteger();

    record BlockingConnection(List<AbstractRedisClient> clients) implements Connection {
        @Override
        public BloomFilters filters() {
            return LettuceBloom.on(clients);
        }

        @Override
        public void close() {
            shutdown(clients);
        }
    }

    private record AsyncConnection(List<AbstractRedisClient> clients) implements Connection {
        @Override
        public NonBlockingFilters nonBlocking() {
            return NonBlockingFilters.of(LettuceBloom.async(clients));
        }

        @Override
        public void close() {
            shutdown(clients);
        }
    }

    private record ReplicatedConnection(RedisClient client, StatefulConnection<byte[], byte[]> connection)
            implements Connection {
        @Override
        public BloomFilters filters() {
            return LettuceBloom.on(connection);
        }

        @Override
        public NonBlockingFilters nonBlocking() {
            return NonBlockingFilters.of(LettuceBloom.async(connection));
        }

        @Override
        public void close() {
            shutdown(List.of(client));
        }
    }

    @Override
    public String name() {
        return "lettuce-" + flavour.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Map<Capability, String> missing() {
        return flavour == Flavour.ASYNC
                ? Map.of(
                        Capability.CALLER_CONTEXT,
                        "Lettuce runs continuations on its own threads, or on the executor that they are given")
                : Map.of(Capability.NON_BLOCKING, "this flavour blocks its caller; the other one does not");
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        List<RedisURI> addresses = new ArrayList<>();
        for (String uri : target.uris()) {
            RedisURI address = RedisURI.create(uri);
            address.setTimeout(timeout);
            addresses.add(address);
        }
        ClientResources threads = THREADS.get(Math.floorMod(TURN.getAndIncrement(), THREADS.size()));
        if (target.kind() == Target.Kind.REPLICATED) {
            RedisClient client = RedisClient.create(threads);
            StatefulRedisMasterReplicaConnection<byte[], byte[]> connection =
                    MasterReplica.connect(client, ByteArrayCodec.INSTANCE, addresses);
            connection.setReadFrom(ReadFrom.REPLICA);
            return new ReplicatedConnection(client, connection);
        }
        List<AbstractRedisClient> clients = new ArrayList<>();
        if (target.kind() == Target.Kind.CLUSTER) {
            clients.add(cluster(threads, addresses, timeout));
        } else {
            addresses.forEach(address -> clients.add(standalone(threads, address, timeout)));
        }
        return flavour == Flavour.ASYNC ? new AsyncConnection(clients) : new BlockingConnection(clients);
    }

    private RedisClient standalone(ClientResources threads, RedisURI address, Duration timeout) {
        RedisClient client = RedisClient.create(threads, address);
        ClientOptions.Builder options = ClientOptions.builder();
        configure(options, timeout);
        client.setOptions(options.build());
        return client;
    }

    private RedisClusterClient cluster(ClientResources threads, List<RedisURI> addresses, Duration timeout) {
        RedisClusterClient client = RedisClusterClient.create(threads, addresses);
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        configure(options, timeout);
        client.setOptions(options.build());
        return client;
    }

    /**
     * The behaviour after a reconnect is not configured: the adapter is right for all options. The client speaks RESP3
     * by default.
     */
    private void configure(ClientOptions.Builder options, Duration timeout) {
        if (flavour == Flavour.ASYNC) {
            options.protocolVersion(ProtocolVersion.RESP2);
        }
        options.socketOptions(SocketOptions.builder().connectTimeout(timeout).build());
    }

    private static void shutdown(List<AbstractRedisClient> clients) {
        clients.forEach(client -> client.shutdown(Duration.ZERO, Duration.ofSeconds(5)));
    }
}
