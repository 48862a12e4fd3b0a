package io.polybloom.cli.server;

import io.polybloom.BloomFilters;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.redisson.RedissonBloom;
import java.util.ArrayList;
import java.util.List;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;

/** Filters over Redisson. */
final class RedissonConnection implements Connection {

    private static final int CONNECTIONS = 8;
    private static final int THREADS = 2;

    private final List<RedissonClient> clients = new ArrayList<>();

    RedissonConnection(List<ServerAddresses> all) {
        all.forEach(this::connect);
    }

    private void connect(ServerAddresses addresses) {
        try {
            if (addresses.cluster()) {
                clients.add(Redisson.create(cluster(addresses.servers())));
            } else {
                for (ServerAddress address : addresses.servers()) {
                    clients.add(Redisson.create(single(address)));
                }
            }
        } catch (RedisException e) {
            close();
            throw CommandFailure.noConnection(addresses.servers(), e);
        }
    }

    @Override
    public BloomFilters filters() {
        return RedissonBloom.on(clients);
    }

    @Override
    public void close() {
        for (RedissonClient client : clients) {
            client.shutdown();
        }
    }

    private static Config single(ServerAddress address) {
        Config config = config(address);
        limit(config.useSingleServer())
                .setAddress(address.bareUri())
                .setDatabase(address.database())
                .setConnectionPoolSize(CONNECTIONS)
                .setConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(0);
        return config;
    }

    private static Config cluster(List<ServerAddress> addresses) {
        Config config = config(addresses.get(0));
        limit(config.useClusterServers())
                .setNodeAddresses(addresses.stream().map(ServerAddress::bareUri).toList());
        return config;
    }

    private static Config config(ServerAddress address) {
        return new Config()
                .setUsername(address.user())
                .setPassword(address.password())
                .setThreads(THREADS)
                .setNettyThreads(THREADS);
    }

    private static <T extends BaseConfig<T>> T limit(T config) {
        return config.setConnectTimeout(Timeouts.CONNECT)
                .setTimeout(Timeouts.ANSWER)
                .setRetryAttempts(0);
    }
}
