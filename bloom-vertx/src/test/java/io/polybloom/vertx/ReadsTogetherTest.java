package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reads of one key go out as one buffer; in any case, each of them has its own answer. */
class ReadsTogetherTest {

    private static final Batch READS = new Batch(
            0, 0, List.of(command(Verb.GETRANGE, "0", "0"), command(Verb.GETRANGE, "1", "1"), command(Verb.STRLEN)));

    private static RedisServer server;

    private final List<String> calls = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void areAnsweredInOrder() {
        try (TestClient client = new TestClient(server.uri())) {
            await(client.redis.send(io.vertx.redis.client.Request.cmd(io.vertx.redis.client.Command.SET)
                    .arg("key")
                    .arg("ab")));
            assertAnswered(await(new VertxTransport(watched(client.redis, null), Requests.ofClient()).send(READS)));
            assertEquals(List.of("batch", "close"), calls);
        }
    }

    @Test
    void areSentOneByOneIfTheClientRefusesOrThrows() {
        try (TestClient client = new TestClient(server.uri())) {
            await(client.redis.send(io.vertx.redis.client.Request.cmd(io.vertx.redis.client.Command.SET)
                    .arg("key")
                    .arg("ab")));
            List<Supplier<Object>> refusals = List.of(() -> Future.failedFuture("queue is full"), () -> {
                throw new NullPointerException("a slot without a node");
            });
            for (Supplier<Object> refusal : refusals) {
                calls.clear();
                assertAnswered(
                        await(new VertxTransport(watched(client.redis, refusal), Requests.ofClient()).send(READS)));
                assertEquals(List.of("batch", "send", "send", "send", "close"), calls);
            }
        }
    }

    @Test
    void anErrorIsTheAnswerOfItsOwnCommandOnly() {
        Batch oneIsWrong = new Batch(
                0,
                0,
                List.of(command(Verb.GETRANGE, "0", "0"), command(Verb.GETRANGE, "x", "1"), command(Verb.STRLEN)));
        try (TestClient client = new TestClient(server.uri())) {
            List<Reply> replies = await(new VertxTransport(client.redis, Requests.ofClient()).send(oneIsWrong));
            assertInstanceOf(Reply.Bytes.class, replies.get(0));
            assertInstanceOf(Reply.Failure.class, replies.get(1));
            assertInstanceOf(Reply.Int.class, replies.get(2));
        }
    }

    @Test
    void moreThanTheClientsQueueTakesAreAnsweredAllTheSame() {
        RedisOptions small =
                new RedisOptions().setConnectionString(server.uri()).setMaxWaitingHandlers(8);
        List<Command> many = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            many.add(command(Verb.GETRANGE, "0", "0"));
        }
        try (TestClient client = new TestClient(small)) {
            for (Reply reply :
                    await(new VertxTransport(client.redis, Requests.ofClient()).send(new Batch(0, 0, many)))) {
                assertInstanceOf(Reply.Bytes.class, reply);
            }
        }
    }

    private static void assertAnswered(List<Reply> replies) {
        assertArrayEquals(bytes("a"), ((Reply.Bytes) replies.get(0)).value());
        assertArrayEquals(bytes("b"), ((Reply.Bytes) replies.get(1)).value());
        assertEquals(new Reply.Int(2), replies.get(2));
    }

    /** The client, with its connections watched, and perhaps another answer to {@code batch}. */
    private Redis watched(Redis redis, Supplier<Object> batchInstead) {
        return proxy(Redis.class, (method, arguments) -> {
            Object answer = method.invoke(redis, arguments);
            return method.getName().equals("connect")
                    ? ((Future<?>) answer).map(each -> watched((RedisConnection) each, batchInstead))
                    : answer;
        });
    }

    private RedisConnection watched(RedisConnection connection, Supplier<Object> batchInstead) {
        return proxy(RedisConnection.class, (method, arguments) -> {
            calls.add(method.getName());
            return batchInstead != null && method.getName().equals("batch")
                    ? batchInstead.get()
                    : method.invoke(connection, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return call.of(method, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    private static Command command(Verb verb, String... arguments) {
        byte[][] words = new byte[arguments.length][];
        for (int i = 0; i < words.length; i++) {
            words[i] = bytes(arguments[i]);
        }
        return new Command(verb, bytes("key"), words);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @FunctionalInterface
    private interface Call {
        Object of(Method method, Object[] arguments) throws ReflectiveOperationException;
    }
}
