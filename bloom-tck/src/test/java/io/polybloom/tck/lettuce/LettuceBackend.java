package io.polybloom.tck.lettuce;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.polybloom.BloomFilters;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Connects Lettuce for the kit, as a stranger would. */
public class LettuceBackend implements Backend {

    /**
     * Lettuce notes every reconnect and every refused repetition, and the kit cuts connections all the time. The field
     * keeps the setting alive.
     */
    private static final Logger NOISE = Logger.getLogger("io.lettuce");

    static {
        NOISE.setLevel(Level.OFF);
    }

    /**
     * The threads of all clients. A client that ends its own threads may wait forever: when they end before the last
     * connection has said that it is closed, nobody hears of it.
     */
    private static final ClientResources THREADS = DefaultClientResources.create();

    private record LettuceConnection(List<AbstractRedisClient> clients, BloomFilters filters) implements Connection {
        @Override
        public void close() {
            for (AbstractRedisClient client : clients) {
                client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
            }
        }
    }

    @Override
    public String name() {
        return "lettuce";
    }

    @Override
    public Map<Capability, String> missing() {
        String reason = "the smallest transport is for the blocking flavour";
        return Map.of(
                Capability.NON_BLOCKING,
                reason,
                Capability.CALLER_CONTEXT,
                reason,
                Capability.GROUPS,
                "all threads share one connection, so their commands come in between");
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        List<RedisURI> addresses = new ArrayList<>();
        for (String uri : target.uris()) {
            RedisURI address = RedisURI.create(uri);
            address.setTimeout(timeout);
            addresses.add(address);
        }
        List<AbstractRedisClient> clients = new ArrayList<>();
        Transport<InFlight> transport = switch (target.kind()) {
            case STANDALONE -> standalone(addresses.get(0), clients);
            case CLUSTER -> cluster(addresses, clients);
            case INDEPENDENT -> independent(addresses, clients);
            case REPLICATED ->
                Transport.withReplica(standalone(addresses.get(0), clients), standalone(addresses.get(1), clients));
        };
        return new LettuceConnection(clients, filters(transport));
    }

    /** Returns filters over a transport. */
    protected BloomFilters filters(Transport<InFlight> transport) {
        return Engine.get().blocking(transport);
    }

    /** Returns a transport over a connection. */
    protected Transport<InFlight> transport(RedisClusterAsyncCommands<byte[], byte[]> redis, Duration timeout) {
        return new LettuceTransport(redis, timeout);
    }

    /** Returns the options of a cluster's client, to be completed. */
    protected ClusterClientOptions.Builder clusterOptions() {
        return ClusterClientOptions.builder();
    }

    private Transport<InFlight> standalone(RedisURI address, List<AbstractRedisClient> clients) {
        Duration timeout = address.getTimeout();
        RedisClient client = RedisClient.create(THREADS, address);
        ClientOptions.Builder options = ClientOptions.builder();
        configure(options, timeout);
        client.setOptions(options.build());
        clients.add(client);
        return new LateTransport(
                () -> transport(client.connect(ByteArrayCodec.INSTANCE).async(), timeout), false);
    }

    private Transport<InFlight> independent(List<RedisURI> addresses, List<AbstractRedisClient> clients) {
        List<Transport<InFlight>> transports = new ArrayList<>();
        for (RedisURI address : addresses) {
            transports.add(standalone(address, clients));
        }
        return Transport.spread(transports);
    }

    private Transport<InFlight> cluster(List<RedisURI> addresses, List<AbstractRedisClient> clients) {
        Duration timeout = addresses.get(0).getTimeout();
        RedisClusterClient client = RedisClusterClient.create(THREADS, addresses);
        // Lettuce connects to a node in the background when it is first needed, so commands must be able to wait for
        // it.
        ClusterClientOptions.Builder options = clusterOptions();
        configure(options, timeout);
        client.setOptions(options.build());
        clients.add(client);
        return new LateTransport(
                () -> transport(client.connect(ByteArrayCodec.INSTANCE).async(), timeout), true);
    }

    /** The behaviour after a reconnect is not configured: the transport is right for all options. */
    private static void configure(ClientOptions.Builder options, Duration timeout) {
        options.protocolVersion(ProtocolVersion.RESP2)
                .socketOptions(SocketOptions.builder().connectTimeout(timeout).build());
    }
}
