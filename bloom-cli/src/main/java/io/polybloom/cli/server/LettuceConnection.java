package io.polybloom.cli.server;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
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
            switch (addresses.kind()) {
                case CLUSTER -> clients.add(cluster(addresses));
                case SENTINEL -> clients.add(single(sentinel(addresses), addresses));
                case INDEPENDENT ->
                    addresses
                            .servers()
                            .forEach(address -> clients.add(single(uri(address, addresses.tls()), addresses)));
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

    private static RedisClient single(RedisURI uri, ServerAddresses addresses) {
        RedisClient client = RedisClient.create(uri);
        client.setOptions(ClientOptions.builder()
                .socketOptions(sockets())
                .sslOptions(encryption(addresses))
                .build());
        return client;
    }

    private static RedisClusterClient cluster(ServerAddresses addresses) {
        RedisClusterClient client = RedisClusterClient.create(addresses.servers().stream()
                .map(address -> uri(address, addresses.tls()))
                .toList());
        client.setOptions(ClusterClientOptions.builder()
                .socketOptions(sockets())
                .sslOptions(encryption(addresses))
                .build());
        return client;
    }

    private static RedisURI sentinel(ServerAddresses addresses) {
        ServerAddress first = addresses.servers().get(0);
        RedisURI.Builder uri =
                RedisURI.builder().withSentinelMasterId(addresses.primary()).withDatabase(first.database());
        for (ServerAddress sentinel : addresses.servers()) {
            ServerAddress open = new ServerAddress(sentinel.tls(), sentinel.host(), sentinel.port(), null, null, 0);
            uri.withSentinel(uri(open, addresses.tls()));
        }
        return complete(uri, first, addresses.tls());
    }

    private static RedisURI uri(ServerAddress address, Tls tls) {
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(address.host())
                .withPort(address.port())
                .withDatabase(address.database());
        return complete(uri, address, tls);
    }

    private static RedisURI complete(RedisURI.Builder uri, ServerAddress address, Tls tls) {
        uri.withSsl(address.tls())
                .withVerifyPeer(tls.insecure() ? SslVerifyMode.NONE : SslVerifyMode.FULL)
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

    private static SslOptions encryption(ServerAddresses addresses) {
        SslOptions.Builder options = SslOptions.builder().jdkSslProvider();
        if (addresses.isEncrypted()) {
            options.trustManager(addresses.tls().trust());
            addresses.tls().identity().ifPresent(options::keyManager);
        }
        return options.build();
    }

    private static SocketOptions sockets() {
        return SocketOptions.builder()
                .connectTimeout(Duration.ofMillis(Timeouts.CONNECT))
                .build();
    }
}
