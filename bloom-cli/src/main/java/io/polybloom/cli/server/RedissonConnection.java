package io.polybloom.cli.server;

import io.polybloom.BloomFilters;
import io.polybloom.redisson.RedissonBloom;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SslVerificationMode;

/** Filters over Redisson. */
final class RedissonConnection implements Connection {

    private static final int CONNECTIONS = 8;
    private static final int THREADS = 2;

    private final List<RedissonClient> clients = new ArrayList<>();

    /** Unlike other clients, this one connects as soon as it is created. */
    private @Nullable RedisException unreachable;

    RedissonConnection(List<ServerAddresses> all) {
        all.forEach(this::connect);
    }

    private void connect(ServerAddresses addresses) {
        try {
            switch (addresses.kind()) {
                case CLUSTER -> clients.add(Redisson.create(cluster(addresses)));
                case SENTINEL -> clients.add(Redisson.create(sentinel(addresses)));
                case INDEPENDENT -> {
                    for (ServerAddress address : addresses.servers()) {
                        clients.add(Redisson.create(single(address, addresses.tls())));
                    }
                }
            }
        } catch (RedisException e) {
            unreachable = e;
        }
    }

    /** Returns filters whose calls fail, as with the other clients, if the server could not be reached. */
    @Override
    public BloomFilters filters() {
        RedisException reason = unreachable;
        return reason == null ? RedissonBloom.on(clients) : Engine.get().blocking(failingBy(reason));
    }

    private static Transport<InFlight> failingBy(RedisException reason) {
        return batch -> () -> Collections.nCopies(batch.size(), Reply.Failure.notSent(reason));
    }

    @Override
    public void close() {
        for (RedissonClient client : clients) {
            client.shutdown();
        }
    }

    private static Config single(ServerAddress address, Tls tls) {
        Config config = config(address, tls);
        limit(config.useSingleServer())
                .setAddress(address.bareUri())
                .setDatabase(address.database())
                .setConnectionPoolSize(CONNECTIONS)
                .setConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(0);
        return config;
    }

    private static Config cluster(ServerAddresses addresses) {
        Config config = config(addresses.servers().get(0), addresses.tls());
        limit(config.useClusterServers()).setNodeAddresses(uris(addresses));
        return config;
    }

    private static Config sentinel(ServerAddresses addresses) {
        Config config = config(addresses.servers().get(0), addresses.tls());
        SentinelServersConfig sentinels = limit(config.useSentinelServers());
        sentinels
                .setMasterName(addresses.primary())
                .setDatabase(addresses.servers().get(0).database())
                .setReadMode(ReadMode.MASTER)
                .setCheckSentinelsList(false)
                .setSentinelAddresses(uris(addresses));
        return config;
    }

    private static List<String> uris(ServerAddresses addresses) {
        return addresses.servers().stream().map(ServerAddress::bareUri).toList();
    }

    private static Config config(ServerAddress address, Tls tls) {
        Config config = new Config()
                .setUsername(address.user())
                .setPassword(address.password())
                .setThreads(THREADS)
                .setNettyThreads(THREADS);
        if (address.tls()) {
            config.setSslVerificationMode(tls.insecure() ? SslVerificationMode.NONE : SslVerificationMode.STRICT)
                    .setSslTrustManagerFactory(tls.trust());
            tls.identity().ifPresent(config::setSslKeyManagerFactory);
        }
        return config;
    }

    private static <T extends BaseConfig<T>> T limit(T config) {
        return config.setConnectTimeout(Timeouts.CONNECT)
                .setTimeout(Timeouts.ANSWER)
                .setRetryAttempts(0);
    }
}
