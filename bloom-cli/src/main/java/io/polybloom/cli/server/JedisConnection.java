package io.polybloom.cli.server;

import io.polybloom.BloomFilters;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.jedis.JedisBloom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;

/** Filters over Jedis. */
final class JedisConnection implements Connection {

    private final List<UnifiedJedis> clients = new ArrayList<>();

    JedisConnection(List<ServerAddresses> all) {
        for (ServerAddresses addresses : all) {
            switch (addresses.kind()) {
                case CLUSTER -> clients.add(reaching(addresses, () -> cluster(addresses)));
                case SENTINEL -> clients.add(reaching(addresses, () -> sentinel(addresses)));
                case INDEPENDENT ->
                    addresses.servers().forEach(address -> clients.add(single(address, addresses.tls())));
            }
        }
    }

    @Override
    public BloomFilters filters() {
        return JedisBloom.on(clients);
    }

    @Override
    public void close() {
        for (UnifiedJedis client : clients) {
            client.close();
        }
    }

    private static UnifiedJedis single(ServerAddress address, Tls tls) {
        return RedisClient.builder()
                .hostAndPort(address.host(), address.port())
                .clientConfig(configuration(address, tls).build())
                .build();
    }

    private static UnifiedJedis cluster(ServerAddresses addresses) {
        return RedisClusterClient.builder()
                .nodes(nodes(addresses))
                .clientConfig(configuration(addresses).build())
                .build();
    }

    private static UnifiedJedis sentinel(ServerAddresses addresses) {
        return RedisSentinelClient.builder()
                .masterName(addresses.primary())
                .sentinels(nodes(addresses))
                .clientConfig(configuration(addresses).build())
                .sentinelClientConfig(sentinels(addresses))
                .build();
    }

    /** Returns the clients of all primaries, one for each independent server, cluster or group of sentinels. */
    static List<ConnectionProvider> providers(ServerAddresses addresses) {
        DefaultJedisClientConfig first = configuration(addresses).build();
        return switch (addresses.kind()) {
            case CLUSTER -> List.of(new ClusterConnectionProvider(nodes(addresses), first));
            case SENTINEL ->
                List.of(new SentineledConnectionProvider(
                        addresses.primary(), first, nodes(addresses), sentinels(addresses)));
            case INDEPENDENT ->
                addresses.servers().stream()
                        .<ConnectionProvider>map(address -> new PooledConnectionProvider(
                                new HostAndPort(address.host(), address.port()),
                                configuration(address, addresses.tls()).build()))
                        .toList();
        };
    }

    private static DefaultJedisClientConfig sentinels(ServerAddresses addresses) {
        return configuration(addresses).user(null).password(null).database(0).build();
    }

    private static UnifiedJedis reaching(ServerAddresses addresses, Supplier<UnifiedJedis> connecting) {
        try {
            return connecting.get();
        } catch (JedisException e) {
            throw CommandFailure.noConnection(addresses, e);
        }
    }

    private static Set<HostAndPort> nodes(ServerAddresses addresses) {
        Set<HostAndPort> nodes = new HashSet<>();
        for (ServerAddress address : addresses.servers()) {
            nodes.add(new HostAndPort(address.host(), address.port()));
        }
        return nodes;
    }

    private static DefaultJedisClientConfig.Builder configuration(ServerAddresses addresses) {
        return configuration(addresses.servers().get(0), addresses.tls());
    }

    private static DefaultJedisClientConfig.Builder configuration(ServerAddress address, Tls tls) {
        // Asked to find out the protocol by itself, the client connects twice and so waits twice for a dead server.
        DefaultJedisClientConfig.Builder configuration = DefaultJedisClientConfig.builder()
                .protocol(RedisProtocol.RESP2)
                .connectionTimeoutMillis(Timeouts.CONNECT)
                .socketTimeoutMillis(Timeouts.ANSWER)
                .user(address.user())
                .password(address.password())
                .database(address.database());
        return address.tls() ? encrypted(configuration, tls) : configuration;
    }

    /** The successor of the deprecated settings supports only key stores in files, and no PEM. */
    @SuppressWarnings("deprecation")
    private static DefaultJedisClientConfig.Builder encrypted(DefaultJedisClientConfig.Builder configuration, Tls tls) {
        SSLParameters parameters = new SSLParameters();
        if (!tls.insecure()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        return configuration
                .ssl(true)
                .sslSocketFactory(tls.context().getSocketFactory())
                .sslParameters(parameters);
    }
}
