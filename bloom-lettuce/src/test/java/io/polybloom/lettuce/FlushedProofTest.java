package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.hash.Funnels;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.RedisServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Lettuce hands the commands of a batch to the event loop one by one, so another user of the connection may flush the
 * proof that a primary answers before the reads behind it are there.
 */
class FlushedProofTest {

    private static final FilterSpec SPEC =
            FilterSpec.named("flushed").capacity(1000).build();

    @Test
    void readsBehindAProofThatOthersHaveFlushedAreAnswered() {
        AtomicInteger left = new AtomicInteger();
        try (RedisServer server = RedisServer.start()) {
            RedisClient client = RedisClient.create(server.uri());
            try {
                BloomFilter<CharSequence> filter =
                        LettuceBloom.on(heldUp(client, left)).open(SPEC, Funnels.stringFunnel(UTF_8));
                filter.add("a");
                left.set(4);
                assertEquals(1, filter.stats().estimatedCount());
                assertEquals(0, left.get());
                left.set(Integer.MAX_VALUE);
                BackendException failed = assertThrows(BackendException.class, filter::stats);
                assertFalse(failed.mayHaveBeenApplied(), failed::toString);
            } finally {
                client.shutdown();
            }
        }
    }

    /** Returns a connection of which somebody flushes the first command of a batch, until {@code left} is 0. */
    @SuppressWarnings("unchecked")
    private static StatefulConnection<byte[], byte[]> heldUp(RedisClient client, AtomicInteger left) {
        StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
        return (StatefulConnection<byte[], byte[]>) Proxy.newProxyInstance(
                FlushedProofTest.class.getClassLoader(),
                new Class<?>[] {StatefulRedisConnection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("dispatch")
                            && arguments[0] instanceof Collection<?> batch
                            && batch.size() > 1
                            && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                        List<RedisCommand<byte[], byte[], ?>> commands =
                                List.copyOf((Collection<RedisCommand<byte[], byte[], ?>>) batch);
                        ((AsyncCommand<?, ?, ?>) commands.get(0))
                                .whenComplete(
                                        (value, failure) -> connection.dispatch(commands.subList(1, commands.size())));
                        connection.dispatch(commands.get(0));
                        return commands;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }
}
