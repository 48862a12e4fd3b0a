package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.roomy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** A server that is paused past the client's timeout has the write in its socket and executes it later, once. */
class NoSecondSendTest {

    @Test
    @SuppressWarnings("deprecation") // the only public way to a client that retries every command
    void aClientThatRetriesByItselfDoesNotRepeatAWrite() {
        try (RedisServer server = RedisServer.start();
                RespClient observer = server.client();
                PooledConnectionProvider pool = new PooledConnectionProvider(
                        new HostAndPort(server.host(), server.port()), Fixtures.IMPATIENT);
                UnifiedJedis jedis = new UnifiedJedis(pool, 5, Duration.ofSeconds(10))) {
            BloomFilter<CharSequence> clicks =
                    answered(() -> JedisBloom.on(jedis).open(roomy("clicks", 1), TEXT));
            answered(() -> clicks.add("before"));
            observer.startLog();
            server.pause();
            BackendException unknown = assertThrows(BackendException.class, () -> clicks.add("fresh"));
            server.resume();
            assertEquals(Reason.NO_ANSWER, unknown.reason());
            assertTrue(unknown.mayHaveBeenApplied());
            assertInstanceOf(JedisConnectionException.class, unknown.getCause());
            assertInstanceOf(SocketTimeoutException.class, unknown.getCause().getCause());
            Await.until("the write arrives", Fixtures.LIMIT, () -> observer.bitWrites() > 0);
            assertTrue(answered(() -> clicks.mightContain("fresh")));
            assertFalse(answered(() -> clicks.mightContain("never")));
            assertEquals(1, observer.bitWrites());
            assertEquals(0, pool.getPool().getNumActive(), "connections that are not given back");
        }
    }

    private static <R> R answered(Supplier<R> operation) {
        return Await.value("the client answers", Fixtures.LIMIT, BackendException.class, operation);
    }
}
