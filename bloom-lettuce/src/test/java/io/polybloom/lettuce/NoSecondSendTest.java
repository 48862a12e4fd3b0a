package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.FilterSpec;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A connection is cut when the server has executed the commands in flight: an add, and a command of another user of the
 * same connection. Lettuce reconnects and repeats the latter, and not the former. Nor is a write sent that its caller
 * may repeat, having been told that it was not sent.
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

    /** Ways in which Lettuce ends a command without a reply, some of them on any thread. */
    enum Ending {
        EXPIRES(command -> command.completeExceptionally(new RedisCommandTimeoutException("late"))),
        IS_CANCELLED(GuardedCommand::cancel),
        IS_CANCELLED_AS_A_FUTURE(command -> command.cancel(true)),
        /** The queue is full, or the connection is closed or lost. */
        IS_REJECTED(command -> command.completeExceptionally(new RedisException("Connection is closed")));

        private final Consumer<GuardedCommand> end;

        Ending(Consumer<GuardedCommand> end) {
            this.end = end;
        }
    }

    /** Lettuce has seen that a command is not done, and is about to write it, when another thread ends the command. */
    @ParameterizedTest
    @EnumSource
    void whatIsReportedAsNotSentIsNotSentLater(Ending ending) {
        Batch batch = new Batch(0, 0, List.of(write("{a}1"), write("{a}2")));
        assertNotSentLater(GuardedCommand.of(batch, () -> true), ending, List.of());
        LinkGuard onLink = new LinkGuard(new AtomicReference<>(), 2, false);
        assertNotSentLater(GuardedCommand.onLink(batch.commands(), onLink), ending, List.of());
    }

    /** In a cluster, Lettuce follows the redirect of a command that has ended: its wrapper does not know that. */
    @ParameterizedTest
    @EnumSource
    void noRedirectOfACommandIsFollowedThatIsReportedAsNotSent(Ending ending) {
        List<GuardedCommand> commands =
                GuardedCommand.of(new Batch(0, 0, List.of(write("{a}1"), write("{a}2"))), () -> true);
        assertNotSentLater(commands, ending, commands);
    }

    private static void assertNotSentLater(
            List<GuardedCommand> commands, Ending ending, List<GuardedCommand> redirected) {
        CompletableFuture<List<Reply>> answer = new PendingCommands(
                        connectionThatWritesNothing(), commands, () -> false)
                .start(PendingCommands.Way.IN_ONE_WRITE, Runnable::run);
        for (GuardedCommand command : redirected) {
            command.encode(Unpooled.buffer());
            command.getOutput().setError(UTF_8.encode("MOVED 1 127.0.0.1:1"));
        }
        commands.forEach(ending.end);
        List<Reply> replies = answer.getNow(List.of());
        assertEquals(commands.size(), replies.size());
        ByteBuf wire = Unpooled.buffer();
        for (GuardedCommand command : commands) {
            command.encode(wire);
        }
        assertFalse(replies.get(0).mayHaveBeenApplied(), replies::toString);
        assertFalse(replies.get(1).mayHaveBeenApplied(), replies::toString);
        assertEquals("*1\r\n$4\r\nPING\r\n".repeat(commands.size()), wire.toString(UTF_8));
    }

    private static Command write(String key) {
        return new Command(Verb.SETRANGE, key.getBytes(UTF_8), "0".getBytes(UTF_8), "x".getBytes(UTF_8));
    }

    @SuppressWarnings("unchecked")
    private static StatefulConnection<byte[], byte[]> connectionThatWritesNothing() {
        return (StatefulConnection<byte[], byte[]>) Proxy.newProxyInstance(
                NoSecondSendTest.class.getClassLoader(),
                new Class<?>[] {StatefulConnection.class},
                (proxy, method, arguments) -> method.getName().equals("getTimeout") ? Duration.ZERO : null);
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(300, TimeUnit.SECONDS);
    }
}
