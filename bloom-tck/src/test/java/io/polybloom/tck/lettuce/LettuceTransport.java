package io.polybloom.tck.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.netty.buffer.ByteBuf;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs batches on a connection of Lettuce. */
public class LettuceTransport implements Transport<InFlight> {

    private final RedisClusterAsyncCommands<byte[], byte[]> redis;
    private final Duration timeout;

    /**
     * Creates a transport.
     *
     * @param timeout how long it waits for an answer
     */
    public LettuceTransport(RedisClusterAsyncCommands<byte[], byte[]> redis, Duration timeout) {
        this.redis = redis;
        this.timeout = timeout;
    }

    private record Name(byte[] getBytes) implements ProtocolKeyword {}

    /**
     * After a reconnect Lettuce writes the commands in flight again. A command refuses it, unless an error was the
     * answer: a write must not be repeated, and the reply to a look-up would be added to the first part of a cut one.
     */
    protected static class Arguments extends CommandArgs<byte[], byte[]> {
        private volatile boolean isSent;

        protected Arguments(Command command) {
            super(ByteArrayCodec.INSTANCE);
            command.verb().operation().ifPresent(this::add);
            if (command.verb().hasKey()) {
                addKey(command.key());
            }
            for (byte[] argument : command.arguments()) {
                add(argument);
            }
        }

        @Override
        public void encode(ByteBuf buffer) {
            if (isSent) {
                throw new IllegalStateException("the connection was lost, and nothing is sent again");
            }
            isSent = true;
            super.encode(buffer);
        }

        /** Allows the command to be written once more. */
        protected final void allowAgain() {
            isSent = false;
        }
    }

    /** An error proves that the command had no effect: a cluster's redirect is followed. */
    private static final class Output extends ArrayOutput<byte[], byte[]> {
        private final Arguments arguments;

        Output(Arguments arguments) {
            super(ByteArrayCodec.INSTANCE);
            this.arguments = arguments;
        }

        /** The booleans of RESP3 in place of 1 and 0. */
        @Override
        public void set(boolean value) {
            set(value ? 1L : 0L);
        }

        @Override
        public void setError(ByteBuffer error) {
            super.setError(error);
            arguments.allowAgain();
        }
    }

    @Override
    public InFlight send(Batch batch) {
        if (isClosed()) {
            IllegalStateException closed = new IllegalStateException("the client was shut down");
            Reply refused = Reply.Failure.notSent(new ClientClosedException(closed));
            return () -> Collections.nCopies(batch.size(), refused);
        }
        List<RedisFuture<List<Object>>> answers = new ArrayList<>();
        for (Command command : batch.commands()) {
            Name name = new Name(command.verb().wireName().getBytes(StandardCharsets.US_ASCII));
            Arguments arguments = arguments(command);
            answers.add(redis.dispatch(name, new Output(arguments), arguments));
        }
        return () -> {
            List<Reply> replies = new ArrayList<>();
            for (Command command : batch.commands()) {
                replies.add(reply(command, answers.get(replies.size())));
            }
            return replies;
        };
    }

    /** Returns the arguments of a command that is to be sent. */
    protected Arguments arguments(Command command) {
        return new Arguments(command);
    }

    @SuppressWarnings("deprecation") // The commands have no other way to their connection.
    private boolean isClosed() {
        StatefulConnection<byte[], byte[]> connection = redis instanceof RedisAsyncCommands<byte[], byte[]> single
                ? single.getStatefulConnection()
                : ((RedisAdvancedClusterAsyncCommands<byte[], byte[]>) redis).getStatefulConnection();
        return connection instanceof RedisChannelHandler<?, ?> handler && handler.isClosed();
    }

    /** Lettuce finds the way of each command by its key, and pipelines them all. */
    @Override
    public boolean joinsSlots() {
        return true;
    }

    /** The connection is the transport's own, so a WAIT holds nobody up. */
    @Override
    @SuppressWarnings("deprecation") // The commands of a cluster have no other way to its nodes.
    public Transport<InFlight> acknowledging() {
        return redis instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster
                ? new NodeTransport(this, cluster.getStatefulConnection(), timeout)
                : this;
    }

    /** A cluster redirects what is not for the node that is asked. */
    @Override
    public boolean redirects() {
        return redis instanceof RedisAdvancedClusterAsyncCommands;
    }

    private Reply reply(Command command, RedisFuture<List<Object>> answer) {
        try {
            List<Object> values = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return Reply.of(command.verb().answersWithArray() ? values : values.get(0));
        } catch (ExecutionException failure) {
            return failure.getCause() instanceof RedisCommandExecutionException error
                    ? Reply.Failure.ofServer(error.getMessage(), error)
                    : Reply.Failure.noAnswer(failure.getCause());
        } catch (TimeoutException late) {
            return Reply.Failure.noAnswer(late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Reply.Failure.noAnswer(interrupted);
        }
    }
}
