package io.polybloom.lettuce;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulConnection;
import io.polybloom.spi.ClientClosedException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one connection that all filters of one client share. It is opened when it is first needed, so an unreachable
 * server is a failure of the operation; and in a separate thread, since Lettuce blocks while it connects. A client that
 * does not reconnect loses it for good. Then another one takes its place, and it is closed when the exchanges on it
 * have ended: in a cluster, the links to the other nodes still work. Thread-safe.
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

    /** A connection and the number of those who need it: the exchanges on it, and this object until it is replaced. */
    private record Counted(CompletableFuture<StatefulConnection<byte[], byte[]>> opening, AtomicInteger users) {

        /** Closes it after its last user, in a thread that does no I/O: to close, Lettuce waits for other threads. */
        void release(Executor closing) {
            if (users.decrementAndGet() == 0) {
                opening.thenAcceptAsync(StatefulConnection::closeAsync, closing);
            }
        }
    }

    private final AbstractRedisClient client;
    private final Supplier<? extends StatefulConnection<byte[], byte[]>> connecting;
    private @Nullable Counted current;

    SharedConnection(AbstractRedisClient client, Supplier<? extends StatefulConnection<byte[], byte[]>> connecting) {
        this.client = client;
        this.connecting = connecting;
    }

    /**
     * Returns the connection, which may still be opening.
     *
     * @param exchange what the connection is needed for; until it ends, the connection is not closed
     */
    synchronized CompletableFuture<StatefulConnection<byte[], byte[]>> get(CompletionStage<?> exchange) {
        Executor closing = client.getResources().eventExecutorGroup();
        Counted counted = current;
        if (counted == null || isLost(counted.opening())) {
            if (counted != null) {
                counted.release(closing);
            }
            counted = new Counted(new CompletableFuture<>(), new AtomicInteger(1));
            current = counted;
            CompletableFuture<StatefulConnection<byte[], byte[]>> made = counted.opening();
            Thread thread = new Thread(() -> connect(made), "polybloom-lettuce-connect");
            thread.setDaemon(true);
            thread.start();
        }
        Counted needed = counted;
        needed.users().incrementAndGet();
        exchange.whenComplete((result, failure) -> needed.release(closing));
        return needed.opening();
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
