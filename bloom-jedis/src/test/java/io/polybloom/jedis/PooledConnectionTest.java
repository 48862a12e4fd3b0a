package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.batch;
import static io.polybloom.jedis.Fixtures.command;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Command;
import io.polybloom.spi.ConnectionTransport;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

class PooledConnectionTest {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theServerWorksBeforeTheAnswerIsAwaited() {
        try (RedisClient jedis = Fixtures.client(server);
                RespClient observer = server.client()) {
            InFlight sent = JedisBloom.transportOf(jedis).send(batch(command(Verb.SETBIT, "early", "7", "1")));
            Await.until("the bit is set", Fixtures.LIMIT, () -> observer.integer("GETBIT", "early", 7) == 1);
            assertEquals(List.of(new Reply.Int(0)), sent.await());
        }
    }

    @ParameterizedTest
    @EnumSource(RedisProtocol.class)
    void readsEveryKindOfReply(RedisProtocol protocol) {
        try (RedisClient jedis = RedisClient.builder()
                .hostAndPort(server.host(), server.port())
                .clientConfig(
                        DefaultJedisClientConfig.builder().protocol(protocol).build())
                .build()) {
            List<Reply> replies = JedisBloom.transportOf(jedis)
                    .send(batch(
                            command(Verb.UNLINK, "{k}hash"),
                            command(Verb.HSET, "{k}hash", "field", "value", "other", ""),
                            command(Verb.HGET, "{k}hash", "field"),
                            command(Verb.HGET, "{k}hash", "absent"),
                            command(Verb.HGETALL, "{k}hash"),
                            command(Verb.HGETALL, "{k}absent"),
                            command(Verb.SETBIT, "{k}hash", "1", "1"),
                            command(Verb.BITFIELD_RO, "{k}absent", "GET", "u1", "0", "GET", "u8", "1")))
                    .await();
            assertInstanceOf(Reply.Int.class, replies.get(0));
            assertEquals(new Reply.Int(2), replies.get(1));
            assertEquals("value", text(replies.get(2)));
            assertInstanceOf(Reply.Nil.class, replies.get(3));
            assertEquals(List.of("field", "value", "other", ""), texts(replies.get(4)));
            assertEquals(List.of(), texts(replies.get(5)));
            Reply.Failure refused = assertInstanceOf(Reply.Failure.class, replies.get(6));
            assertTrue(refused.serverError().startsWith("WRONGTYPE "), refused.serverError());
            assertInstanceOf(JedisDataException.class, refused.cause());
            assertFalse(refused.mayHaveBeenApplied());
            assertArrayEquals(new long[] {0, 0}, ((Reply.Ints) replies.get(7)).values());
        }
    }

    @Test
    void keepsTheAnswersThatCameBeforeTheConnectionBroke() {
        try (TcpProxy proxy = TcpProxy.to(server);
                RedisClient jedis = Fixtures.client(proxy.host(), proxy.port(), new ConnectionPoolConfig())) {
            jedis.ping();
            proxy.cutAfter(":0\r\n".length());
            List<Reply> replies = JedisBloom.transportOf(jedis)
                    .send(batch(command(Verb.SETBIT, "{cut}a", "1", "1"), command(Verb.SETBIT, "{cut}b", "1", "1")))
                    .await();
            assertEquals(new Reply.Int(0), replies.get(0));
            Reply.Failure lost = assertInstanceOf(Reply.Failure.class, replies.get(1));
            assertNull(lost.serverError());
            assertInstanceOf(JedisConnectionException.class, lost.cause());
            assertTrue(lost.mayHaveBeenApplied());
            assertEquals(0, jedis.getPool().getNumActive(), "connections that are not given back");
            List<Reply> later = JedisBloom.transportOf(jedis)
                    .send(batch(command(Verb.SETBIT, "{cut}b", "1", "1")))
                    .await();
            assertEquals(List.of(new Reply.Int(1)), later, "the connection was not replaced, or the write not applied");
        }
    }

    @Test
    void aConnectionWithUnreadAnswersIsNotUsedAgain() {
        try (ConnectionPool pool = new ConnectionPool(new OddConnections(Object::new))) {
            List<Reply> replies = line(pool)
                    .send(List.of(command(Verb.SETBIT, "odd", "1", "1"), command(Verb.SETBIT, "odd", "2", "1")))
                    .await();
            assertEquals(2, replies.size());
            for (Reply reply : replies) {
                assertTrue(assertInstanceOf(Reply.Failure.class, reply).mayHaveBeenApplied());
            }
            assertEquals(1, pool.getDestroyedCount());
        }
    }

    @Test
    void aConnectionIsNotUsedAgainAfterAnErrorOfTheMachine() {
        Supplier<Object> outOfMemory = () -> {
            throw new OutOfMemoryError("no room for an answer");
        };
        try (ConnectionPool pool = new ConnectionPool(new OddConnections(outOfMemory))) {
            InFlight sent = line(pool).send(List.of(command(Verb.SETBIT, "odd", "1", "1")));
            assertThrows(OutOfMemoryError.class, sent::await);
            assertEquals(0, pool.getNumActive());
            assertEquals(1, pool.getDestroyedCount());
        }
    }

    @Test
    void aConnectionIsGivenBackAfterAnErrorOfTheMachineWhileItWrites() {
        try (ConnectionPool pool = new ConnectionPool(new BasePooledObjectFactory<>() {
            @Override
            public Connection create() {
                return new Connection(server.host(), server.port()) {
                    @Override
                    public void sendCommand(CommandArguments arguments) {
                        throw new OutOfMemoryError("no room for a command");
                    }
                };
            }

            @Override
            public PooledObject<Connection> wrap(Connection connection) {
                return new DefaultPooledObject<>(connection);
            }
        })) {
            List<Command> commands = List.of(command(Verb.SETBIT, "odd", "1", "1"));
            assertThrows(OutOfMemoryError.class, () -> line(pool).send(commands));
            assertEquals(0, pool.getNumActive());
            assertEquals(1, pool.getDestroyedCount());
        }
    }

    private static ConnectionTransport line(ConnectionPool pool) {
        return new ConnectionTransport(() -> new PooledConnection(pool.getResource(), false));
    }

    /** Connections that read something other than the server has sent. */
    private static final class OddConnections extends BasePooledObjectFactory<Connection> {

        private final Supplier<Object> reader;

        OddConnections(Supplier<Object> reader) {
            this.reader = reader;
        }

        @Override
        public Connection create() {
            return new Connection(server.host(), server.port()) {
                @Override
                public Object getUnflushedObject() {
                    return reader.get();
                }
            };
        }

        @Override
        public PooledObject<Connection> wrap(Connection connection) {
            return new DefaultPooledObject<>(connection);
        }

        @Override
        public void destroyObject(PooledObject<Connection> connection) {
            connection.getObject().disconnect();
        }
    }

    private static String text(Reply reply) {
        return new String(assertInstanceOf(Reply.Bytes.class, reply).value(), UTF_8);
    }

    private static List<String> texts(Reply reply) {
        List<String> texts = new ArrayList<>();
        for (Reply element : assertInstanceOf(Reply.Many.class, reply).elements()) {
            texts.add(text(element));
        }
        return texts;
    }
}
