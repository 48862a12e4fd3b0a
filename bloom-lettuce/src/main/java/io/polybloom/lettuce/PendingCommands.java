package io.polybloom.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.util.Timeout;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Commands that are sent on a connection without waiting for replies, and answered within its timeout. */
final class PendingCommands {

    /** How the commands are handed to Lettuce. */
    enum Way {
        /** One write carries all commands, since the connection leads to one server. */
        IN_ONE_WRITE,
        /** The same, each command after an ASKING, since an ASK has led to the server. */
        ASKING,
        /** Each command finds its server. */
        ONE_BY_ONE
    }

    private final StatefulConnection<byte[], byte[]> connection;
    private final List<GuardedCommand> commands;
    private final BooleanSupplier isClosed;
    private final AtomicReferenceArray<Reply> replies;
    private final AtomicInteger unanswered;
    private final CompletableFuture<List<Reply>> answer = new CompletableFuture<>();

    /** Prepares an exchange on a connection that is closed only by the caller or with the client. */
    PendingCommands(StatefulConnection<byte[], byte[]> connection, List<GuardedCommand> commands) {
        this(connection, commands, () -> isClosed(connection));
    }

    /**
     * Prepares an exchange.
     *
     * @param isClosed returns whether the caller has closed the client
     */
    PendingCommands(
            StatefulConnection<byte[], byte[]> connection, List<GuardedCommand> commands, BooleanSupplier isClosed) {
        this.isClosed = isClosed;
        this.connection = connection;
        this.commands = commands;
        this.replies = new AtomicReferenceArray<>(commands.size());
        this.unanswered = new AtomicInteger(commands.size());
    }

    /**
     * Sends the commands, once.
     *
     * @param writer hands them to Lettuce
     * @return one reply per command; does not fail
     */
    CompletableFuture<List<Reply>> start(Way way, Executor writer) {
        try {
            Timeout timeout = limit(connection.getTimeout());
            if (timeout != null) {
                answer.whenComplete((replies, failure) -> timeout.cancel());
            }
            expectReplies();
            writer.execute(() -> send(way));
        } catch (IllegalStateException | RejectedExecutionException stopped) {
            Reply refused = Reply.Failure.notSent(new ClientClosedException(stopped));
            answer.complete(Collections.nCopies(commands.size(), refused));
        }
        return answer;
    }

    /**
     * Starts the timeout, which ends on a thread of the client, not of its timer; null if the connection waits forever.
     */
    private @Nullable Timeout limit(Duration time) {
        if (time.isZero() || time.isNegative()) {
            return null;
        }
        return connection
                .getResources()
                .timer()
                .newTimeout(
                        due -> connection.getResources().eventExecutorGroup().execute(() -> expire(time)),
                        time.toNanos(),
                        TimeUnit.NANOSECONDS);
    }

    private void expire(Duration time) {
        RedisCommandTimeoutException late =
                new RedisCommandTimeoutException("no answer within " + time.toMillis() + " ms");
        abandon(late);
    }

    /** Ends all commands that have no reply yet. */
    void abandon(Throwable reason) {
        commands.forEach(command -> command.completeExceptionally(reason));
    }

    private void expectReplies() {
        for (int i = 0; i < commands.size(); i++) {
            int index = i;
            GuardedCommand command = commands.get(i);
            command.whenComplete((values, failure) -> take(index, command.reply(values, explained(failure))));
        }
    }

    private void send(Way way) {
        try {
            switch (way) {
                case IN_ONE_WRITE -> connection.dispatch(commands);
                case ASKING -> connection.dispatch(withAsking());
                case ONE_BY_ONE -> commands.forEach(connection::dispatch);
            }
        } catch (RuntimeException refused) {
            abandon(refused);
        }
    }

    private List<RedisCommand<byte[], byte[], ?>> withAsking() {
        List<RedisCommand<byte[], byte[], ?>> all = new ArrayList<>(2 * commands.size());
        for (GuardedCommand command : commands) {
            all.add(new AsyncCommand<>(new Command<>(CommandType.ASKING, new StatusOutput<>(ByteArrayCodec.INSTANCE))));
            all.add(command);
        }
        return all;
    }

    private @Nullable Throwable explained(@Nullable Throwable failure) {
        return failure != null && isClosed.getAsBoolean() ? new ClientClosedException(failure) : failure;
    }

    private void take(int index, Reply reply) {
        replies.set(index, reply);
        if (unanswered.decrementAndGet() == 0) {
            List<Reply> all = new ArrayList<>(commands.size());
            for (int i = 0; i < commands.size(); i++) {
                all.add(replies.get(i));
            }
            answer.complete(all);
        }
    }

    /** Returns whether the connection was closed by the caller or by the end of its client, not by the server. */
    static boolean isClosed(StatefulConnection<?, ?> connection) {
        return connection instanceof RedisChannelHandler<?, ?> handler && handler.isClosed();
    }
}
