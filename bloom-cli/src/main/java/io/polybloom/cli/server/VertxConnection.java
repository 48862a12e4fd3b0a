package io.polybloom.cli.server;

import io.polybloom.BloomFilters;
import io.polybloom.vertx.VertxBloom;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisRole;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Filters over the Vert.x Redis client. */
final class VertxConnection implements Connection {

    private static final int IDLE_IN_POOL = 4_000;
    private static final int POOL_CLEANING = 1_000;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final List<Redis> clients = new ArrayList<>();

    VertxConnection(List<ServerAddresses> all) {
        for (ServerAddresses addresses : all) {
            switch (addresses.kind()) {
                case CLUSTER -> clients.add(cluster(addresses));
                case SENTINEL -> clients.add(sentinel(addresses));
                case INDEPENDENT ->
                    addresses.servers().forEach(address -> clients.add(single(address, addresses.tls())));
            }
        }
    }

    @Override
    public BloomFilters filters() {
        return new AwaitedFilters(VertxBloom.on(clients), vertx);
    }

    @Override
    public void close() {
        for (Redis client : clients) {
            client.close();
        }
        vertx.close().await();
    }

    private Redis single(ServerAddress address, Tls tls) {
        RedisOptions options = options(address, tls);
        return Redis.createClient(vertx, options.setConnectionString(uri(address)));
    }

    private Redis cluster(ServerAddresses addresses) {
        RedisOptions options =
                options(addresses.servers().get(0), addresses.tls()).setType(RedisClientType.CLUSTER);
        for (ServerAddress address : addresses.servers()) {
            options.addConnectionString(address.bareUri());
        }
        return Redis.createClient(vertx, options);
    }

    private Redis sentinel(ServerAddresses addresses) {
        RedisOptions options = options(addresses.servers().get(0), addresses.tls())
                .setType(RedisClientType.SENTINEL)
                .setMasterName(addresses.primary())
                .setRole(RedisRole.MASTER);
        for (ServerAddress address : addresses.servers()) {
            options.addConnectionString(uri(address));
        }
        return Redis.createClient(vertx, options);
    }

    private static String uri(ServerAddress address) {
        return address.bareUri() + "/" + address.database();
    }

    private static RedisOptions options(ServerAddress address, Tls tls) {
        // The client's only limit for an answer also ends connections that wait for nothing, so the pool drops those
        // earlier.
        NetClientOptions network = new NetClientOptions()
                .setConnectTimeout(Timeouts.CONNECT)
                .setReadIdleTimeout(Timeouts.ANSWER)
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        if (address.tls()) {
            network.setSsl(true)
                    .setHostnameVerificationAlgorithm(tls.insecure() ? "" : "HTTPS")
                    .setTrustOptions(TrustOptions.wrap(tls.trust()));
            tls.identity().map(KeyCertOptions::wrap).ifPresent(network::setKeyCertOptions);
        }
        return new RedisOptions()
                .setNetClientOptions(network)
                .setUser(address.user())
                .setPassword(address.password())
                .setPoolRecycleTimeout(IDLE_IN_POOL)
                .setPoolCleanerInterval(POOL_CLEANING);
    }
}
