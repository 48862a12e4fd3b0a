package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SentinelGroup;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.PooledRedisConnection;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A client that follows failovers by itself, and replaces a leased connection when a batch has been sent and before any
 * of it is answered.
 */
class FollowedFailoverTest {

    private static SentinelGroup group;
    private static RedisServer another;

    /** One event loop: it can take no answer while it sends the batch and replaces the connection. */
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

    private final Redis watched =
            Redis.createClient(vertx, FailoverTest.optionsFor(group).setAutoFailover(true));
    private final Redis ofAnother = Redis.createClient(vertx, another.uri());
    private RespClient atPrimary;

    @BeforeAll
    static void start() {
        group = SentinelGroup.start(1, 1);
        another = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        another.close();
        group.close();
    }

    @BeforeEach
    void connect() {
        atPrimary = group.primary().client();
    }

    @AfterEach
    void disconnect() {
        atPrimary.close();
        watched.close();
        ofAnother.close();
        await(vertx.close());
    }

    @Test
    void replicasAcknowledgeAWriteWhereItWasSent() {
        List<Reply> replies = exchange(command(Verb.SETNX, "acknowledged", "a"), waitForReplica("acknowledged"));
        assertEquals(List.of(new Reply.Int(1), new Reply.Int(1)), replies);
    }

    @Test
    void whatWasReadIsWitnessedOnTheSameServer() {
        atPrimary.call("SET", "{read}", "x");
        List<Reply> replies = exchange(command(Verb.STRLEN, "{read}"), command(Verb.SET, "{read}:witness", "b"));
        assertEquals(new Reply.Int(1), replies.get(0));
        assertEquals("b", atPrimary.text("GET", "{read}:witness"));
        try (RespClient atAnother = another.client()) {
            assertNull(atAnother.call("GET", "{read}:witness"));
        }
    }

    @Test
    void anErrorStaysWithItsCommandAndTheOtherWritesAreInDoubt() {
        atPrimary.call("SET", "text", "x");
        List<Reply> replies = exchange(
                command(Verb.SETNX, "doubtful", "c"), command(Verb.HDEL, "text", "field"), waitForReplica("doubtful"));
        Reply.Failure error = assertInstanceOf(Reply.Failure.class, replies.get(1));
        assertTrue(String.valueOf(error.serverError()).startsWith("WRONGTYPE "), error.serverError());
        for (int lost : List.of(0, 2)) {
            Reply.Failure failure = assertInstanceOf(Reply.Failure.class, replies.get(lost));
            assertNull(failure.serverError());
            assertTrue(failure.mayHaveBeenApplied());
        }
    }

    /** Another client has renamed it: the makers of a key rely on this error, and on the other answers. */
    @Test
    void aRenameOfAKeyThatIsGoneIsAnsweredByItself() {
        List<Reply> replies = exchange(command(Verb.RENAMENX, "gone", "there"), command(Verb.STRLEN, "gone"));
        Reply.Failure error = assertInstanceOf(Reply.Failure.class, replies.get(0));
        assertEquals("ERR no such key", error.serverError());
        assertEquals(new Reply.Int(0), replies.get(1));
    }

    @Test
    void replicasAcknowledgeARenameWhereItWasSent() {
        atPrimary.call("SET", "{renamed}:before", "x");
        List<Reply> replies = exchange(
                command(Verb.RENAMENX, "{renamed}:before", "{renamed}"),
                command(Verb.RENAMENX, "{renamed}:gone", "{renamed}:there"),
                command(Verb.SETNX, "{renamed}:propagated", ""),
                waitForReplica("{renamed}"));
        assertEquals(new Reply.Int(1), replies.get(0));
        Reply.Failure error = assertInstanceOf(Reply.Failure.class, replies.get(1));
        assertEquals("ERR no such key", error.serverError());
        assertEquals(List.of(new Reply.Int(1), new Reply.Int(1)), replies.subList(2, 4));
        assertEquals("", atPrimary.text("GET", "{renamed}:propagated"));
    }

    /**
     * The client has returned the connection to its pool, and has no other one for the lease yet. Each time, the pool
     * lends the same connection again, whose last answer shows that the batch has been answered before.
     */
    @Test
    void aConnectionThatTheClientHasReturnedWithholdsNoAnswerAndNoLease() {
        Logger logger = Logger.getLogger("io.polybloom");
        Queue<String> warnings = new ConcurrentLinkedQueue<>();
        logger.setFilter(warning -> {
            warnings.add(String.valueOf(warning.getThrown()));
            return false;
        });
        int calls = 10;
        try {
            AtomicReference<RedisConnection> lease = new AtomicReference<>();
            VertxTransport transport = new VertxTransport(lending(lease), Requests.ofClient());
            for (int i = 0; i < calls; i++) {
                Batch batch = new Batch(0, 0, List.of(command(Verb.SETNX, "returned-" + i, "x")));
                lease.set(await(watched.connect()));
                Promise<List<Reply>> answer = Promise.promise();
                Promise<Response> last = Promise.promise();
                vertx.runOnContext(start -> {
                    transport.send(batch).onComplete(answer);
                    onFailover(lease.get(), "closeDelegate");
                    watched.connect()
                            .compose(again -> again.send(Request.cmd(io.vertx.redis.client.Command.PING))
                                    .eventually(again::close))
                            .onComplete(last);
                });
                await(last.future());
                assertTrue(answer.future().isComplete(), "call " + i + " is answered");
                assertEquals(List.of(new Reply.Int(1)), answer.future().result());
            }
        } finally {
            logger.setFilter(null);
        }
        assertEquals(
                Collections.nCopies(calls, "java.lang.IllegalStateException: Attempt to recycle more than permitted"),
                List.copyOf(warnings));
    }

    /** Another lease of the same connection may have the same exception, and have been sent. */
    @Test
    void aRefusedWriteIsNotSentAgain() throws Exception {
        RedisConnection lease = await(watched.connect());
        Field link = lease.getClass().getDeclaredField("connection");
        link.setAccessible(true);
        PooledRedisConnection pooled = (PooledRedisConnection) ((AtomicReference<?>) link.get(lease)).get();
        VertxTransport transport = new VertxTransport(lending(new AtomicReference<>(lease)), Requests.ofClient());
        Promise<List<Reply>> answer = Promise.promise();
        vertx.runOnContext(start -> {
            pooled.actual().forceClose();
            transport
                    .send(new Batch(0, 0, List.of(command(Verb.SETNX, "refused", "x"))))
                    .onComplete(answer);
        });
        Reply.Failure failure =
                assertInstanceOf(Reply.Failure.class, await(answer.future()).get(0));
        assertTrue(UnsentBatches.isRefusedWrite(failure.cause()), String.valueOf(failure.cause()));
        assertTrue(failure.mayHaveBeenApplied());
    }

    private List<Reply> exchange(Command... commands) {
        RedisConnection lease = await(watched.connect());
        RedisConnection link = await(ofAnother.connect());
        VertxTransport transport = new VertxTransport(lending(new AtomicReference<>(lease)), Requests.ofClient());
        Promise<List<Reply>> answer = Promise.promise();
        vertx.runOnContext(start -> {
            transport.send(new Batch(0, 0, List.of(commands))).onComplete(answer);
            onFailover(lease, "reconnect", link);
        });
        return await(answer.future());
    }

    private static Redis lending(AtomicReference<RedisConnection> lease) {
        return (Redis) Proxy.newProxyInstance(
                Redis.class.getClassLoader(),
                new Class<?>[] {Redis.class},
                (proxy, method, arguments) -> method.getName().equals("connect")
                        ? Future.succeededFuture(lease.get())
                        : "lends one connection");
    }

    /** Does what the client does with each leased connection when the sentinels name another primary. */
    private static void onFailover(RedisConnection lease, String name, RedisConnection... links) {
        try {
            Class<?>[] types = Stream.of(links).map(Object::getClass).toArray(Class<?>[]::new);
            Method method = lease.getClass().getDeclaredMethod(name, types);
            method.setAccessible(true);
            method.invoke(lease, (Object[]) links);
        } catch (ReflectiveOperationException unknown) {
            throw new AssertionError(unknown);
        }
    }

    private static Command waitForReplica(String key) {
        return command(Verb.WAIT, key, "1", Long.toString(TestClient.LIMIT.toMillis()));
    }

    private static Command command(Verb verb, String key, String... arguments) {
        byte[][] bytes = new byte[arguments.length][];
        for (int i = 0; i < arguments.length; i++) {
            bytes[i] = arguments[i].getBytes(UTF_8);
        }
        return new Command(verb, key.getBytes(UTF_8), bytes);
    }
}
