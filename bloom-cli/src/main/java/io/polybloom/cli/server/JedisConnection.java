package io.polybloom.cli.server;

import io.polybloom.BloomFilters;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.jedis.JedisBloom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/** Filters over Jedis. */
final class JedisConnection implements Connection {

    private final List<UnifiedJedis> clients = new ArrayList<>();

    JedisConnection(List<ServerAddresses> all) {
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
        return JedisBloom.on(clients);
    }

    @Override
    public void close() {
        for (UnifiedJedis client : clients) {
            client.close();
        }
    }

    private static UnifiedJedis single(ServerAddress address) {
        return RedisClient.builder()
                .hostAndPort(address.host(), address.port())
                .clientConfig(configuration(address))
                .build();
    }

    private static UnifiedJedis cluster(List<ServerAddress> addresses) {
        Set<HostAndPort> nodes = new HashSet<>();
        for (ServerAddress address : addresses) {
            nodes.add(new HostAndPort(address.host(), address.port()));
        }
        try {
            return RedisClusterClient.builder()
                    .nodes(nodes)
                    .clientConfig(configuration(addresses.get(0)))
                    .build();
        } catch (JedisException e) {
            throw CommandFailure.noConnection(addresses, e);
        }
    }

    private static JedisClientConfig configuration(ServerAddress address) {
        // Asked to find out the protocol by itself, the client connects twice and so waits twice for a dead server.
        return DefaultJedisClientConfig.builder()
                .protocol(RedisProtocol.RESP2)
                .connectionTimeoutMillis(Timeouts.CONNECT)
                .socketTimeoutMillis(Timeouts.ANSWER)
                .user(address.user())
                .password(address.password())
                .database(address.database())
                .sslOptions(address.tls() ? SslOptions.defaults() : null)
                .build();
    }
}
