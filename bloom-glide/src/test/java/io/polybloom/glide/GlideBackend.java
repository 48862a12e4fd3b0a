package io.polybloom.glide;

import glide.api.BaseClient;
import glide.api.GlideClient;
import glide.api.GlideClusterClient;
import glide.api.logging.Logger;
import glide.api.models.configuration.AdvancedGlideClientConfiguration;
import glide.api.models.configuration.AdvancedGlideClusterClientConfiguration;
import glide.api.models.configuration.BaseClientConfiguration.BaseClientConfigurationBuilder;
import glide.api.models.configuration.GlideClientConfiguration;
import glide.api.models.configuration.GlideClusterClientConfiguration;
import glide.api.models.configuration.NodeAddress;
import glide.api.models.configuration.ProtocolVersion;
import glide.api.models.configuration.ReadFrom;
import glide.api.models.configuration.ServerCredentials;
import io.polybloom.BloomFilters;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.NonBlockingFilters;
import io.polybloom.tck.backend.Target;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * Connects GLIDE for the kit.
 *
 * @param flavour the flavour that is tested
 */
record GlideBackend(Flavour flavour) implements Backend {

    enum Flavour {
        BLOCKING,
        ASYNC
    }

    static {
        // GLIDE notes every lost connection, and the kit cuts connections all the time.
        Logger.setLoggerConfig(Logger.Level.OFF);
    }

    private record GlideConnection(List<? extends BaseClient> clients, BloomFilters filters, NonBlockingFilters later)
            implements Connection {
        @Override
        public NonBlockingFilters nonBlocking() {
            return later;
        }

        @Override
        public void close() {
            clients.forEach(GlideBackend::close);
        }
    }

    @Override
    public String name() {
        return "glide-" + flavour.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Map<Capability, String> missing() {
        return flavour == Flavour.ASYNC
                ? Map.of(Capability.CALLER_CONTEXT, "GLIDE runs continuations on its own threads")
                : Map.of(Capability.NON_BLOCKING, "this flavour blocks its caller; the other one does not");
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        return switch (target.kind()) {
            case STANDALONE -> connection(List.of(server(target.uris(), timeout, ReadFrom.PRIMARY)));
            case REPLICATED -> connection(List.of(server(target.uris(), timeout, ReadFrom.PREFER_REPLICA)));
            case INDEPENDENT ->
                connection(target.uris().stream()
                        .map(uri -> server(List.of(uri), timeout, ReadFrom.PRIMARY))
                        .toList());
            case CLUSTER -> {
                List<BaseClient> clients = new CopyOnWriteArrayList<>();
                GlideClusterClient cluster = cluster(target.uris(), timeout);
                clients.add(cluster);
                Function<NodeAddress, GlideClient> nodes = node -> {
                    String uri = "redis://" + node.getHost() + ":" + node.getPort();
                    GlideClient client = server(List.of(uri), timeout, ReadFrom.PRIMARY);
                    clients.add(client);
                    return client;
                };
                yield new GlideConnection(
                        clients,
                        GlideBloom.on(cluster, nodes),
                        NonBlockingFilters.of(GlideBloom.async(cluster, nodes)));
            }
        };
    }

    private static Connection connection(List<GlideClient> clients) {
        return new GlideConnection(clients, GlideBloom.on(clients), NonBlockingFilters.of(GlideBloom.async(clients)));
    }

    /** Connects a client to one server. */
    static GlideClient server(String uri, Duration timeout) {
        return new GlideBackend(Flavour.BLOCKING).server(List.of(uri), timeout, ReadFrom.PRIMARY);
    }

    private GlideClient server(List<String> uris, Duration timeout, ReadFrom readFrom) {
        GlideClientConfiguration.GlideClientConfigurationBuilder<?, ?> configuration =
                GlideClientConfiguration.builder()
                        .readFrom(readFrom)
                        .lazyConnect(true)
                        .advancedConfiguration(AdvancedGlideClientConfiguration.builder()
                                .connectionTimeout((int) timeout.toMillis())
                                .build());
        configure(configuration, uris, timeout);
        return made(() -> GlideClient.createClient(configuration.build()).get());
    }

    private GlideClusterClient cluster(List<String> uris, Duration timeout) {
        GlideClusterClientConfiguration.GlideClusterClientConfigurationBuilder<?, ?> configuration =
                GlideClusterClientConfiguration.builder()
                        .lazyConnect(true)
                        .advancedConfiguration(AdvancedGlideClusterClientConfiguration.builder()
                                .connectionTimeout((int) timeout.toMillis())
                                .build());
        configure(configuration, uris, timeout);
        return made(() -> GlideClusterClient.createClient(configuration.build()).get());
    }

    /** GLIDE speaks RESP3 by default. */
    private void configure(BaseClientConfigurationBuilder<?, ?> configuration, List<String> uris, Duration timeout) {
        configuration.requestTimeout((int) timeout.toMillis());
        configuration.protocol(flavour == Flavour.ASYNC ? ProtocolVersion.RESP2 : ProtocolVersion.RESP3);
        for (String uri : uris) {
            URI address = URI.create(uri);
            configuration.address(NodeAddress.builder()
                    .host(address.getHost())
                    .port(address.getPort())
                    .build());
            if (address.getUserInfo() != null) {
                configuration.credentials(ServerCredentials.builder()
                        .password(address.getUserInfo().substring(1))
                        .build());
            }
        }
    }

    private interface Making<C> {
        C make() throws ExecutionException, InterruptedException;
    }

    private static <C> C made(Making<C> making) {
        try {
            return making.make();
        } catch (ExecutionException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    static void close(BaseClient client) {
        try {
            client.close();
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
