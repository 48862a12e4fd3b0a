package io.polybloom.vertx;

import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.CallerContext;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.NonBlockingFilters;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.backend.Way;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Verticle;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisReplicas;
import io.vertx.redis.client.RedisTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Connects the Vert.x Redis client for the kit. */
record VertxBackend(Way way) implements Backend {

    /** A connection; if it leads to a cluster, there are functions that make the clients of its nodes. */
    record VertxConnection(Vertx vertx, List<Redis> clients, Way way, Optional<Function<String, Redis>> nodes)
            implements Connection {
        @Override
        public NonBlockingFilters nonBlocking() {
            if (way.isForced()) {
                Redis first = clients.get(0);
                Transport<Future<List<Reply>>> transport = nodes.<Transport<Future<List<Reply>>>>map(
                                each -> VertxTransport.onCluster(first, Requests.toPrimaryOf(first), each))
                        .orElseGet(() -> VertxBloom.transport(clients));
                VertxDriver driver = new VertxDriver(transport, clients.get(0));
                return shown(new FutureBloomFilters(way.engine(transport), driver));
            }
            return shown(
                    nodes.map(each -> VertxBloom.on(clients.get(0), each)).orElseGet(() -> VertxBloom.on(clients)));
        }

        private static NonBlockingFilters shown(VertxBloomFilters filters) {
            return NonBlockingFilters.of(
                    VertxBloomFilters.class,
                    filters,
                    Future.class,
                    (Future<?> future) ->
                            handler -> future.onComplete(done -> handler.accept(done.result(), done.cause())));
        }

        @Override
        public List<CallerContext> contexts() {
            return List.of(context(ThreadingModel.EVENT_LOOP), context(ThreadingModel.WORKER));
        }

        private CallerContext context(ThreadingModel model) {
            Promise<Context> started = Promise.promise();
            // Of this very type, which Vert.x 4 and 5 know.
            Supplier<Verticle> verticles = () -> new AbstractVerticle() {
                @Override
                public void start() {
                    started.complete(context);
                }
            };
            TestClient.await(vertx.deployVerticle(verticles, new DeploymentOptions().setThreadingModel(model)));
            return new VertxContext(TestClient.await(started.future()));
        }

        @Override
        public void close() {
            TestClient.await(vertx.close());
        }
    }

    private record VertxContext(Context context) implements CallerContext {
        @Override
        public void run(Runnable action) {
            context.runOnContext(start -> action.run());
        }

        @Override
        public boolean isCurrent() {
            return Vertx.currentContext() == context;
        }

        @Override
        public boolean isEventLoop() {
            return context.isEventLoopContext();
        }
    }

    VertxBackend() {
        this(Way.ofProperty());
    }

    @Override
    public String name() {
        return way.nameOf("vertx");
    }

    @Override
    public Map<Capability, String> missing() {
        return way.missing(Map.of());
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        Vertx vertx = Vertx.vertx();
        List<Redis> clients = new ArrayList<>();
        if (target.kind() == Target.Kind.CLUSTER) {
            RedisOptions options = options(timeout).setType(RedisClientType.CLUSTER);
            target.uris().forEach(options::addConnectionString);
            clients.add(Redis.createClient(vertx, options));
            Function<String, Redis> nodes =
                    address -> Redis.createClient(vertx, options(timeout).setConnectionString("redis://" + address));
            return new VertxConnection(vertx, clients, way, Optional.of(nodes));
        } else if (target.kind() == Target.Kind.REPLICATED) {
            clients.add(Redis.createClient(
                    vertx,
                    options(timeout)
                            .setType(RedisClientType.REPLICATION)
                            .setTopology(RedisTopology.STATIC)
                            .setEndpoints(target.uris())
                            .setUseReplicas(RedisReplicas.ALWAYS)));
        } else {
            for (String uri : target.uris()) {
                clients.add(Redis.createClient(vertx, options(timeout).setConnectionString(uri)));
            }
        }
        return new VertxConnection(vertx, clients, way, Optional.empty());
    }

    /** The client has no timeout for an answer but the idle timeout of its connections. */
    private static RedisOptions options(Duration timeout) {
        return new RedisOptions()
                .setNetClientOptions(new NetClientOptions()
                        .setConnectTimeout((int) timeout.toMillis())
                        .setIdleTimeout((int) timeout.toMillis())
                        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS));
    }
}
