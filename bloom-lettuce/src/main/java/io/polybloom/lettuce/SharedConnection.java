package io.polybloom.lettuce;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulConnection;
import io.polybloom.spi.ClientClosedException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one connection that all filters of one client share. It is opened when it is first needed, so an unreachable
 * server is a failure of the operation; and in a separate thread, since Lettuce blocks while it connects. Thread-safe.
 */
final class SharedConnection {

    /**
     * The messages that Lettuce sometimes gives instead of the reason if a handshake fails very fast. By then no
     * command of ours has been sent, so connecting once more is harmless.
     */
    private static final Set<String> LOST_REASONS =
            Set.of("RedisHandshakeHandler not registered", "Connection closed prematurely");

    /**
     * The maximum number of attempts to learn why a handshake has failed. A compromise: more attempts find the reason
     * more often, but delay the failure.
     */
    private static final int ATTEMPTS = 5;

    private final AbstractRedisClient client;
    private final Supplier<? extends StatefulConnection<byte[], byte[]>> connecting;
    private @Nullable CompletableFuture<StatefulConnection<byte[], byte[]>> current;

    SharedConnection(AbstractRedisClient client, Supplier<? extends StatefulConnection<byte[], byte[]>> connecting) {
        this.client = client;
        this.connecting = connecting;
    }

    /** Returns the connection, which may still be opening. */
    synchronized CompletableFuture<StatefulConnection<byte[], byte[]>> get() {
        if (current == null || isLost(current)) {
            CompletableFuture<StatefulConnection<byte[], byte[]>> made = new CompletableFuture<>();
            current = made;
            Thread thread = new Thread(() -> connect(made), "polybloom-lettuce-connect");
            thread.setDaemon(true);
            thread.start();
        }
        return current;
    }

    /** Returns whether the connection was lost for good: a client that reconnects restores it. */
    private static boolean isLost(CompletableFuture<StatefulConnection<byte[], byte[]>> made) {
        if (!made.isDone() || made.isCompletedExceptionally()) {
            return made.isDone();
        }
        StatefulConnection<byte[], byte[]> connection = made.join();
        return !connection.isOpen()
                && !connection.getOptions().isAutoReconnect()
                && !PendingCommands.isClosed(connection);
    }

    private void connect(CompletableFuture<StatefulConnection<byte[], byte[]>> made) {
        try {
            made.complete(connect());
        } catch (Throwable failure) {
            made.completeExceptionally(isShutDown(failure) ? new ClientClosedException(failure) : failure);
        }
    }

    /** Returns whether the client was shut down, and so has no threads that could connect, or only shared ones. */
    private boolean isShutDown(Throwable failure) {
        return client.getResources().eventExecutorGroup().isShuttingDown()
                || failure instanceof RejectedExecutionException
                || failure.getCause() instanceof RejectedExecutionException;
    }

    private StatefulConnection<byte[], byte[]> connect() {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return connecting.get();
            } catch (RedisConnectionException failure) {
                Throwable cause = failure.getCause();
                if (cause == null || !LOST_REASONS.contains(String.valueOf(cause.getMessage()))) {
                    throw failure;
                }
            }
        }
        return connecting.get();
    }
}
