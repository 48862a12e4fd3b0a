package io.polybloom.redisson;

import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.redisson.config.Protocol;

/** Redisson clients as users make them, with the default number of retries of Redisson and little time between them. */
final class Clients {

    /** Longer than any answer takes, however busy the machine is: it only ends a test that hangs. */
    static final Duration LIMIT = Duration.ofSeconds(300);

    /** Of a client whose time runs out. Answers can take longer, too, so the preparation of the test is repeated. */
    private static final Duration IMPATIENCE = Duration.ofMillis(400);

    private static final Duration RETRY_DELAY = Duration.ofMillis(50);

    /** Apart, so that a version without delay strategies does not look for them. */
    private static final class Strategies {
        static void apply(BaseConfig<?> server) {
            server.setRetryDelay(new ConstantDelay(RETRY_DELAY));
        }
    }

    private Clients() {}

    static RedissonClient to(String uri) {
        return to(uri, 16);
    }

    static RedissonClient impatientlyTo(String uri) {
        return to(uri, 16, IMPATIENCE);
    }

    static RedissonClient to(String uri, int connections) {
        return to(uri, connections, LIMIT);
    }

    static RedissonClient to(String uri, int connections, Duration timeout) {
        Config config = small();
        retrySoon(config.useSingleServer())
                .setAddress(uri)
                .setTimeout((int) timeout.toMillis())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(connections);
        return Redisson.create(config);
    }

    static RedissonClient speaking(Protocol protocol, String uri) {
        Config config = small().setProtocol(protocol);
        config.useSingleServer()
                .setAddress(uri)
                .setTimeout((int) LIMIT.toMillis())
                .setConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    /** Connects on the event loops of another client, which that one ends. */
    static RedissonClient onLoopsOf(RedissonClient other, String uri) {
        Config config = small();
        config.setEventLoopGroup(((Redisson) other).getServiceManager().getGroup());
        config.useSingleServer().setAddress(uri).setTimeout((int) LIMIT.toMillis());
        return Redisson.create(config);
    }

    static RedissonClient lazilyTo(String uri) {
        Config config = small().setLazyInitialization(true);
        config.useSingleServer().setAddress(uri).setRetryAttempts(0).setConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    static RedissonClient to(RedisCluster cluster) {
        return toCluster(cluster.nodes().stream().map(RedisServer::uri).toList());
    }

    static RedissonClient toCluster(List<String> nodes) {
        Config config = small();
        config.useClusterServers().setNodeAddresses(nodes);
        retrySoon(config.useClusterServers())
                .setMasterConnectionMinimumIdleSize(1)
                .setTimeout((int) LIMIT.toMillis());
        return Redisson.create(config);
    }

    static RedissonClient to(RedisServer primary, RedisServer replica) {
        Config config = small();
        retrySoon(config.useMasterSlaveServers())
                .setMasterAddress(primary.uri())
                .addSlaveAddress(replica.uri())
                .setMasterConnectionMinimumIdleSize(1)
                .setSlaveConnectionMinimumIdleSize(1)
                .setTimeout((int) LIMIT.toMillis());
        return Redisson.create(config);
    }

    /** Lets a client wait for a short time between its retries, which older versions call an interval. */
    static <C extends BaseConfig<?>> C retrySoon(C server) {
        if (!hasDelayStrategies()) {
            setOld(server, "setRetryInterval", int.class, (int) RETRY_DELAY.toMillis());
            return server;
        }
        Strategies.apply(server);
        return server;
    }

    /**
     * Returns whether a client of this version may connect lazily: before 3.50 a refused login is a timeout then, and a
     * cluster client waits for itself.
     */
    static boolean mayBeLazy() {
        return hasDelayStrategies();
    }

    /** Returns whether this version has a strategy, rather than an interval, for the time between retries. */
    private static boolean hasDelayStrategies() {
        try {
            Class.forName("org.redisson.config.DelayStrategy");
            return true;
        } catch (ClassNotFoundException older) {
            return false;
        }
    }

    /** Sets a password where the version has it: before 4 it is a server's. */
    static void setPassword(Config config, BaseConfig<?> server, String password) {
        try {
            Config.class.getMethod("setPassword", String.class);
            config.setPassword(password);
        } catch (NoSuchMethodException before4) {
            setOld(server, "setPassword", String.class, password);
        }
    }

    private static void setOld(BaseConfig<?> server, String setter, Class<?> type, Object value) {
        try {
            BaseConfig.class.getMethod(setter, type).invoke(server, value);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** The exception that fails a stage, as its consumers see it: nothing is taken off. */
    static Throwable failureOf(CompletionStage<?> stage) throws InterruptedException, TimeoutException {
        try {
            Throwable seen = stage.handle((value, failure) -> failure)
                    .toCompletableFuture()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (seen == null) {
                throw new AssertionError("the stage has not failed");
            }
            return seen;
        } catch (ExecutionException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static Config small() {
        Config config = new Config();
        config.setNettyThreads(2);
        config.setThreads(2);
        return config;
    }
}
