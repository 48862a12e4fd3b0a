package io.polybloom.redisson;

import io.polybloom.support.ServedVersions;
import org.redisson.api.RedissonClient;

/** Refuses versions of Redisson that lack a member called here, rather than failing in the middle of a call. */
final class Versions {

    static final ServedVersions SERVED = new ServedVersions("Redisson", "3.37", "4");

    private Versions() {}

    /**
     * Checks the version.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        SERVED.require(() -> {
            Class<?> options = Class.forName("org.redisson.api.options.ObjectParams");
            Class.forName("org.redisson.api.options.PlainOptions");
            Class<?> executor = Class.forName("org.redisson.command.CommandAsyncExecutor");
            executor.getMethod("copy", options);
            executor.getMethod("createCommandBatchService", Class.forName("org.redisson.api.BatchOptions"));
            Class.forName("org.redisson.command.CommandBatchService").getMethod("executeAsync");
            Class.forName("org.redisson.client.WriteRedisConnectionException");
            Class.forName("org.redisson.client.RedisNodeNotFoundException");
            RedissonClient.class.getMethod("isShuttingDown");
        });
    }
}
