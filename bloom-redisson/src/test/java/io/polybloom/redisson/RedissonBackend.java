package io.polybloom.redisson;

import io.polybloom.BloomFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.driver.StageBloomFilters;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.NonBlockingFilters;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.backend.Way;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;

/**
 * Connects Redisson for the kit, lazily if the version may, with its default number of retries and little time between
 * them. Of the 24 connections that it opens in advance by default a test needs one; the others follow when they are
 * needed.
 *
 * @param flavour the flavour that is tested
 * @param way the way in which bulk operations take partitions
 */
record RedissonBackend(Flavour flavour, Way way) implements Backend {

    enum Flavour {
        BLOCKING,
        ASYNC
    }

    record BlockingConnection(List<RedissonClient> clients, Way way) implements Connection {
        @Override
        public BloomFilters filters() {
            if (way.isForced()) {
                Transport<InFlight> transport = RedissonBloom.transport(clients).map(InFlight::on);
                return new BlockingBloomFilters(way.engine(transport), transport);
            }
            return RedissonBloom.on(clients);
        }

        @Override
        public void close() {
            shutdown(clients);
        }
    }

    private record AsyncConnection(List<RedissonClient> clients, Way way) implements Connection {
        @Override
        public NonBlockingFilters nonBlocking() {
            if (way.isForced()) {
                Transport<CompletionStage<List<Reply>>> transport = RedissonBloom.transport(clients);
                return NonBlockingFilters.of(new StageBloomFilters(way.engine(transport), transport));
            }
            return NonBlockingFilters.of(RedissonBloom.async(clients));
        }

        @Override
        public void close() {
            shutdown(clients);
        }
    }

    RedissonBackend(Flavour flavour) {
        this(flavour, Way.ofProperty());
    }

    @Override
    public String name() {
        return way.nameOf("redisson-" + flavour.name().toLowerCase(java.util.Locale.ROOT));
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        List<RedissonClient> clients = new ArrayList<>();
        if (target.kind() == Target.Kind.CLUSTER) {
            Config config = new Config();
            config.useClusterServers().setNodeAddresses(target.uris());
            config.useClusterServers().setMasterConnectionMinimumIdleSize(1).setSlaveConnectionMinimumIdleSize(1);
            clients.add(create(config, config.useClusterServers(), target.uris().get(0), timeout));
        } else if (target.kind() == Target.Kind.REPLICATED) {
            Config config = new Config();
            config.useMasterSlaveServers()
                    .setMasterAddress(target.uris().get(0))
                    .addSlaveAddress(target.uris().get(1))
                    .setMasterConnectionMinimumIdleSize(1)
                    .setSlaveConnectionMinimumIdleSize(1);
            clients.add(
                    create(config, config.useMasterSlaveServers(), target.uris().get(0), timeout));
        } else {
            for (String uri : target.uris()) {
                URI address = URI.create(uri);
                Config config = new Config();
                config.useSingleServer()
                        .setAddress("redis://" + address.getHost() + ":" + address.getPort())
                        .setConnectionMinimumIdleSize(1);
                clients.add(create(config, config.useSingleServer(), uri, timeout));
            }
        }
        return flavour == Flavour.ASYNC ? new AsyncConnection(clients, way) : new BlockingConnection(clients, way);
    }

    @Override
    public Map<Capability, String> missing() {
        Map<Capability, String> missing = new EnumMap<>(Capability.class);
        if (flavour == Flavour.ASYNC) {
            missing.put(
                    Capability.CALLER_CONTEXT,
                    "Redisson runs continuations on its own threads, or on the executor that they are given");
        } else {
            missing.put(Capability.NON_BLOCKING, "this flavour blocks its caller; the other one does not");
        }
        if (!Clients.mayBeLazy()) {
            missing.put(Capability.LATE_CONNECTION, "before 3.50 a lazy client may hide a refused login, or hang");
        }
        return way.missing(missing);
    }

    private static void shutdown(List<RedissonClient> clients) {
        clients.forEach(client -> client.shutdown(0, 5, TimeUnit.SECONDS));
    }

    private static RedissonClient create(Config config, BaseConfig<?> server, String uri, Duration timeout) {
        String userInfo = URI.create(uri).getUserInfo();
        if (userInfo != null) {
            Clients.setPassword(config, server, userInfo.substring(userInfo.indexOf(':') + 1));
        }
        Clients.retrySoon(server).setConnectTimeout((int) timeout.toMillis()).setTimeout((int) timeout.toMillis());
        config.setLazyInitialization(Clients.mayBeLazy()).setNettyThreads(4).setThreads(4);
        return Redisson.create(config);
    }
}
