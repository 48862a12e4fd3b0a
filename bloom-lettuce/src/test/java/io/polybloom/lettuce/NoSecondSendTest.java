package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.FilterSpec;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A connection is cut when the server has executed the commands in flight: an add, and a command of another user of the
 * same connection. Lettuce reconnects and repeats the latter, and not the former.
 */
class NoSecondSendTest {

    private static final FilterSpec SPEC =
            FilterSpec.named("clicks").capacity(1000).build();

    @Test
    void anAddIsSentOnceAndTheCommandsOfOthersAreRepeated() throws Exception {
        assertSentOnce(ClientOptions.create());
    }

    static void assertSentOnce(ClientOptions options) throws Exception {
        try (RedisServer server = RedisServer.start();
                RespClient observer = server.client();
                TcpProxy proxy = TcpProxy.to(server)) {
            RedisClient client = RedisClient.create(proxy.uri());
            try {
                client.setOptions(options);
                assertSentOnce(client.connect(), proxy, observer);
            } finally {
                client.shutdown();
            }
        }
    }

    private static void assertSentOnce(
            StatefulRedisConnection<String, String> connection, TcpProxy proxy, RespClient observer) throws Exception {
        AsyncBloomFilter<CharSequence> clicks =
                await(LettuceBloom.async(connection).<CharSequence>open(SPEC, Funnels.stringFunnel(UTF_8)));
        await(clicks.add("before"));
        observer.startLog();
        proxy.cutAfter(0);
        connection.setAutoFlushCommands(false);
        CompletionStage<Boolean> add = clicks.add("fresh");
        CompletionStage<Long> ofOthers = connection.async().incr("counter");
        connection.flushCommands();
        connection.setAutoFlushCommands(true);

        ExecutionException failure = assertThrows(ExecutionException.class, () -> await(add));
        BackendException unknown = (BackendException) failure.getCause();
        assertEquals(Reason.NO_ANSWER, unknown.reason());
        assertTrue(unknown.mayHaveBeenApplied());
        assertEquals(2, await(ofOthers), "the command of another user is repeated");
        assertEquals(1, observer.bitWrites());
        assertTrue(await(clicks.mightContain("fresh")));
        assertFalse(await(clicks.mightContain("never")));
        assertEquals("PONG", connection.async().ping().get(300, TimeUnit.SECONDS));
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(300, TimeUnit.SECONDS);
    }
}
