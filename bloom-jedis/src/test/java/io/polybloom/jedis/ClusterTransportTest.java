package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.batch;
import static io.polybloom.jedis.Fixtures.command;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.ScriptedServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.exceptions.JedisConnectionException;

class ClusterTransportTest {

    private final AtomicInteger refreshes = new AtomicInteger();

    @Test
    void redirectsWithoutEndAreGivenUp() {
        try (ScriptedServer server = ScriptedServer.answering("-READONLY not asked yet");
                RedisClusterClient jedis = RedisClusterClient.builder()
                        .nodes(Set.of(new HostAndPort(server.host(), server.port())))
                        .clientConfig(Fixtures.PATIENT)
                        .build()) {
            server.answer("-MOVED 5 " + server.host() + ":" + server.port());
            List<Reply> replies = JedisBloom.transportOf(jedis)
                    .send(batch(command(Verb.SETBIT, "key", "0", "1")))
                    .await();
            Reply.Failure failure = assertInstanceOf(Reply.Failure.class, replies.get(0));
            assertTrue(failure.serverError().startsWith("MOVED 5 "), failure.serverError());
            assertFalse(failure.mayHaveBeenApplied());
            assertEquals(6, server.requests().size(), "the command and five redirects");
        }
    }

    @Test
    void lostNodeMakesTheClientLookForItsSuccessor() {
        RedisServer gone = RedisServer.start();
        gone.close();
        try (RedisClient jedis = Fixtures.client(gone)) {
            Reply.Failure failure = failureOf(jedis, slot -> jedis.getPool().getResource());
            assertFalse(failure.mayHaveBeenApplied());
            assertEquals(1, refreshes.get());
        }
    }

    @Test
    void silentNodeMakesTheClientLookForItsSuccessor() {
        try (RedisServer silent = RedisServer.start();
                RedisClient jedis = Fixtures.impatientClient(silent)) {
            Await.value("the client is connected", Fixtures.LIMIT, JedisConnectionException.class, jedis::ping);
            silent.pause();
            Reply.Failure failure = failureOf(jedis, slot -> jedis.getPool().getResource());
            assertTrue(failure.mayHaveBeenApplied());
            assertEquals(1, refreshes.get());
        }
    }

    @Test
    void exhaustedPoolSaysNothingAboutTheNode() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(1);
        pool.setBlockWhenExhausted(false);
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = Fixtures.client(server.host(), server.port(), pool);
                Connection borrowed = jedis.getPool().getResource()) {
            assertTrue(borrowed.isConnected());
            Reply.Failure failure = failureOf(jedis, slot -> jedis.getPool().getResource());
            assertFalse(failure.mayHaveBeenApplied());
            assertEquals(0, refreshes.get());
        }
    }

    private Reply.Failure failureOf(RedisClient jedis, IntFunction<Connection> connections) {
        Map<String, ConnectionPool> nodes = Map.of();
        ClusterTransport transport =
                new ClusterTransport(jedis, connections, () -> nodes, key -> refreshes.incrementAndGet());
        List<Reply> replies =
                transport.send(batch(command(Verb.SETBIT, "key", "0", "1"))).await();
        return assertInstanceOf(Reply.Failure.class, replies.get(0));
    }
}
