package io.polybloom.cli.server;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.polybloom.BloomFilters;
import io.polybloom.lettuce.LettuceBloom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Filters over Lettuce. */
final class LettuceConnection implements Connection {

    private static final Duration AT_MOST_FOR_THE_END = Duration.ofSeconds(2);

    private final List<AbstractRedisClient> clients = new ArrayList<>();

    LettuceConnection(List<ServerAddresses> all) {
        for (ServerAddresses addresses : all) {
            if (addresses.cluster()) {
                clients.add(cluster(addresses.servers()));
            } else {
                addresses.servers().forEach(address -> clients.add(single(address)));
            }
        }
    }

    @Override
    public BloomFilters filters() {
        return LettuceBloom.on(clients);
    }

    @Override
    public void close() {
        for (AbstractRedisClient client : clients) {
            client.shutdown(Duration.ZERO, AT_MOST_FOR_THE_END);
        }
    }

    private static RedisClient single(ServerAddress address) {
        RedisClient client = RedisClient.create(uri(address));
        client.setOptions(ClientOptions.builder().socketOptions(sockets()).build());
        return client;
    }

    private static RedisClusterClient cluster(List<ServerAddress> addresses) {
        RedisClusterClient client = RedisClusterClient.create(
                addresses.stream().map(LettuceConnection::uri).toList());
        client.setOptions(
                ClusterClientOptions.builder().socketOptions(sockets()).build());
        return client;
    }

    private static RedisURI uri(ServerAddress address) {
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(address.host())
                .withPort(address.port())
                .withSsl(address.tls())
                .withDatabase(address.database())
                .withTimeout(Duration.ofMillis(Timeouts.ANSWER));
        String password = address.password();
        String user = address.user();
        if (user != null && password != null) {
            uri.withAuthentication(user, password);
        } else if (password != null) {
            uri.withPassword(password.toCharArray());
        }
        return uri.build();
    }

    private static SocketOptions sockets() {
        return SocketOptions.builder()
                .connectTimeout(Duration.ofMillis(Timeouts.CONNECT))
                .build();
    }
}
