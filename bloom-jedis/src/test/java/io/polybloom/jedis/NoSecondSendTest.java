package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.roomy;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** A server that is paused past the client's timeout has the write in its socket and executes it later, once. */
class NoSecondSendTest {

    @Test
    void pooledClient() {
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = Fixtures.impatientClient(server)) {
            assertSentOnce(jedis, server);
            assertEquals(0, jedis.getPool().getNumActive(), "connections that are not given back");
            assertFalse(jedis.getPool().isClosed());
        }
    }

    @Test
    @SuppressWarnings("deprecation") // the only public way to a client that retries every command
    void clientThatRetriesByItself() {
        try (RedisServer server = RedisServer.start();
                UnifiedJedis jedis = new UnifiedJedis(
                        new PooledConnectionProvider(new HostAndPort(server.host(), server.port()), Fixtures.IMPATIENT),
                        5,
                        Duration.ofSeconds(10))) {
            assertSentOnce(jedis, server);
        }
    }

    @Test
    void clusterClient() {
        try (RedisCluster cluster = RedisCluster.start();
                RedisClusterClient jedis = Fixtures.client(cluster, Fixtures.IMPATIENT)) {
            assertSentOnce(jedis, cluster.nodeOfKey("{clicks:0}".getBytes(UTF_8)));
        }
    }

    private static void assertSentOnce(UnifiedJedis jedis, RedisServer owner) {
        BloomFilter<CharSequence> clicks = answered(() -> JedisBloom.on(jedis).open(roomy("clicks", 1), TEXT));
        answered(() -> clicks.add("before"));
        startLog(owner);
        owner.pause();
        BackendException unknown = assertThrows(BackendException.class, () -> clicks.add("fresh"));
        owner.resume();
        assertEquals(Reason.NO_ANSWER, unknown.reason());
        assertTrue(unknown.mayHaveBeenApplied());
        assertInstanceOf(JedisConnectionException.class, unknown.getCause());
        assertInstanceOf(SocketTimeoutException.class, unknown.getCause().getCause());
        try (RespClient observer = owner.client()) {
            Await.until("the write arrives", Fixtures.LIMIT, () -> observer.bitWrites() > 0);
            assertTrue(answered(() -> clicks.mightContain("fresh")));
            assertFalse(answered(() -> clicks.mightContain("never")));
            assertEquals(1, observer.bitWrites());
        }
    }

    private static <R> R answered(Supplier<R> operation) {
        return Await.value("the client answers", Fixtures.LIMIT, BackendException.class, operation);
    }

    private static void startLog(RedisServer server) {
        try (RespClient observer = server.client()) {
            observer.startLog();
        }
    }
}
