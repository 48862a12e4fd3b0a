package io.polybloom.cli.server;

import io.polybloom.BloomFilters;
import io.polybloom.support.forward.Call;
import io.polybloom.support.forward.Forwarder;
import io.polybloom.vertx.VertxBloom;
import io.polybloom.vertx.VertxBloomFilters;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
        return new Forwarder<>(VertxBloomFilters.class, BloomFilters.class, this::await, Future.class)
                .present(VertxBloom.on(clients));
    }

    /** Waits in the calling thread; a failure comes as it is, not wrapped. The time limit is the client's. */
    private @Nullable Object await(Call call) {
        Future<?> answer = call.method().getName().equals("load") ? onWorker(call) : (Future<?>) call.future();
        return call.shown(answer.await());
    }

    /** A load reads its elements where it begins. They may come slowly, and an event loop must not wait for them. */
    private Future<?> onWorker(Call load) {
        Promise<Object> loaded = Promise.promise();
        Deployable work = context -> {
            ((Future<?>) load.future()).<Object>map(Function.identity()).onComplete(loaded);
            return loaded.future().otherwiseEmpty();
        };
        String worker = vertx.deployVerticle(work, new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER))
                .await();
        vertx.undeploy(worker).await();
        return loaded.future();
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
