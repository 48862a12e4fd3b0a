package io.polybloom.tck.wrong.client;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.netty.buffer.ByteBuf;
import io.polybloom.spi.Command;
import io.polybloom.tck.lettuce.LettuceTransport;
import java.time.Duration;
import java.util.function.Predicate;

/** Lets Lettuce write some of the commands in flight again after a reconnect. */
final class RepeatingTransport extends LettuceTransport {

    private final Predicate<Command> repeats;

    RepeatingTransport(RedisClusterAsyncCommands<byte[], byte[]> redis, Duration timeout, Predicate<Command> repeats) {
        super(redis, timeout);
        this.repeats = repeats;
    }

    @Override
    protected Arguments arguments(Command command) {
        if (!repeats.test(command)) {
            return super.arguments(command);
        }
        return new Arguments(command) {
            @Override
            public void encode(ByteBuf buffer) {
                allowAgain();
                super.encode(buffer);
            }
        };
    }
}
