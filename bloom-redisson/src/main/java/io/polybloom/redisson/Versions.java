package io.polybloom.redisson;

import org.redisson.api.RedissonClient;

/** Refuses versions of Redisson that lack a method called here, rather than failing in the middle of a call. */
final class Versions {

    private Versions() {}

    /**
     * Checks the version.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        try {
            Class<?> options = Class.forName("org.redisson.api.options.ObjectParams");
            Class.forName("org.redisson.api.options.PlainOptions");
            Class<?> executor = Class.forName("org.redisson.command.CommandAsyncExecutor");
            executor.getMethod("copy", options);
            executor.getMethod("createCommandBatchService", Class.forName("org.redisson.api.BatchOptions"));
            Class.forName("org.redisson.command.CommandBatchService").getMethod("executeAsync");
            Class.forName("org.redisson.client.WriteRedisConnectionException");
            Class.forName("org.redisson.client.RedisNodeNotFoundException");
            RedissonClient.class.getMethod("isShuttingDown");
        } catch (ReflectiveOperationException | LinkageError missing) {
            throw new IllegalStateException(
                    "this version of Redisson is not supported: use one from 3.37 to 4 (missing: "
                            + missing.getMessage() + ")",
                    missing);
        }
    }
}
