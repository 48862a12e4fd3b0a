package io.polybloom.tck.wrong.client;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The smallest transport without its arguments that can be sent only once: after a reconnect Lettuce writes the
 * commands in flight again.
 */
@Breaks({Rule.WRITES_ARE_SENT_ONCE, Rule.CUT_REPLY_IS_NO_ANSWER})
public record ReplaysInFlight(RedisClusterAsyncCommands<byte[], byte[]> redis, Duration timeout)
        implements Transport<InFlight> {

    private record Name(byte[] getBytes) implements ProtocolKeyword {}

    @Override
    public InFlight send(Batch batch) {
        List<RedisFuture<List<Object>>> answers = new ArrayList<>();
        for (Command command : batch.commands()) {
            CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
            command.verb().operation().ifPresent(arguments::add);
            arguments.addKey(command.key());
            for (byte[] argument : command.arguments()) {
                arguments.add(argument);
            }
            Name name = new Name(command.verb().wireName().getBytes(StandardCharsets.US_ASCII));
            answers.add(redis.dispatch(name, new ArrayOutput<>(ByteArrayCodec.INSTANCE), arguments));
        }
        return () -> {
            List<Reply> replies = new ArrayList<>();
            for (Command command : batch.commands()) {
                replies.add(reply(command, answers.get(replies.size())));
            }
            return replies;
        };
    }

    /** Lettuce finds the way of each command by its key, and pipelines them all. */
    @Override
    public boolean joinsSlots() {
        return true;
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
