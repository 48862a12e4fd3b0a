package io.polybloom.jedis;

import io.polybloom.BloomFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.backend.Way;
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
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.JedisURIHelper;

/** Connects Jedis for the kit. */
record JedisBackend(Way way) implements Backend {

    record JedisConnection(List<UnifiedJedis> clients, Way way) implements Connection {
        @Override
        public BloomFilters filters() {
            if (way.isForced()) {
                Transport<InFlight> transport = Transport.spread(
                        clients.stream().map(JedisBloom::transportOf).toList());
                return new BlockingBloomFilters(way.engine(transport), transport);
            }
            return clients.size() == 1 ? JedisBloom.on(clients.get(0)) : JedisBloom.on(clients);
        }

        @Override
        public void close() {
            clients.forEach(UnifiedJedis::close);
        }
    }

    private record ReplicatedConnection(UnifiedJedis primary, UnifiedJedis replica) implements Connection {
        @Override
        public BloomFilters filters() {
            return JedisBloom.on(primary, replica);
        }

        @Override
        public void close() {
            primary.close();
            replica.close();
        }
    }

    JedisBackend() {
        this(Way.ofProperty());
    }

    @Override
    public String name() {
        return way.nameOf("jedis");
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        if (target.kind() == Target.Kind.CLUSTER) {
            return new JedisConnection(List.of(cluster(target.uris(), timeout)), way);
        }
        List<UnifiedJedis> clients = new ArrayList<>();
        for (String uri : target.uris()) {
            URI address = URI.create(uri);
            HostAndPort server = new HostAndPort(address.getHost(), address.getPort());
            clients.add(TestClients.pooled(server, config(address, timeout)));
        }
        return target.kind() == Target.Kind.REPLICATED
                ? new ReplicatedConnection(clients.get(0), clients.get(1))
                : new JedisConnection(clients, way);
    }

    @Override
    public Map<Capability, String> missing() {
        return way.missing(Map.of(
                Capability.NON_BLOCKING,
                "Jedis blocks, and so does its adapter: there is no fake asynchronous flavour"));
    }

    private static UnifiedJedis cluster(List<String> uris, Duration timeout) {
        Set<HostAndPort> nodes = new HashSet<>();
        for (String uri : uris) {
            nodes.add(JedisURIHelper.getHostAndPort(URI.create(uri)));
        }
        return TestClients.cluster(nodes, config(URI.create(uris.get(0)), timeout));
    }

    private static JedisClientConfig config(URI address, Duration timeout) {
        return DefaultJedisClientConfig.builder()
                .timeoutMillis((int) timeout.toMillis())
                .password(JedisURIHelper.getPassword(address))
                .build();
    }
}
