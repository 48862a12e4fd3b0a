package io.polybloom.jedis;

import io.polybloom.BloomFilters;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.JedisURIHelper;

/** Connects Jedis for the kit. */
final class JedisBackend implements Backend {

    private record JedisConnection(List<UnifiedJedis> clients) implements Connection {
        @Override
        public BloomFilters filters() {
            return clients.size() == 1 ? JedisBloom.on(clients.get(0)) : JedisBloom.on(clients);
        }

        @Override
        public void close() {
            clients.forEach(UnifiedJedis::close);
        }
    }

    @Override
    public String name() {
        return "jedis";
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        if (target.kind() == Target.Kind.CLUSTER) {
            return new JedisConnection(List.of(cluster(target.uris(), timeout)));
        }
        List<UnifiedJedis> clients = new ArrayList<>();
        for (String uri : target.uris()) {
            URI address = URI.create(uri);
            clients.add(RedisClient.builder()
                    .hostAndPort(address.getHost(), address.getPort())
                    .clientConfig(config(address, timeout))
                    .build());
        }
        return new JedisConnection(clients);
    }

    @Override
    public Map<Capability, String> missing() {
        return Map.of(
                Capability.NON_BLOCKING,
                "Jedis blocks, and so does its adapter: there is no fake asynchronous flavour");
    }

    private static UnifiedJedis cluster(List<String> uris, Duration timeout) {
        Set<HostAndPort> nodes = new HashSet<>();
        for (String uri : uris) {
            nodes.add(JedisURIHelper.getHostAndPort(URI.create(uri)));
        }
        return RedisClusterClient.builder()
                .nodes(nodes)
                .clientConfig(config(URI.create(uris.get(0)), timeout))
                .build();
    }

    private static JedisClientConfig config(URI address, Duration timeout) {
        return DefaultJedisClientConfig.builder()
                .timeoutMillis((int) timeout.toMillis())
                .password(JedisURIHelper.getPassword(address))
                .build();
    }
}
