package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.roomy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisSentinelClient;

class SentinelTest {

    private static final Duration LIMIT = Fixtures.LIMIT;

    @Test
    void readsThePrimaryAndFollowsAFailover() throws IOException {
        try (RedisServer primary = RedisServer.start();
                RedisServer replica = RedisServer.start("replicaof " + primary.host() + " " + primary.port());
                SentinelProcess sentinel = SentinelProcess.watching(primary);
                RedisSentinelClient jedis = RedisSentinelClient.builder()
                        .masterName(SentinelProcess.PRIMARY)
                        .sentinels(Set.of(new HostAndPort(primary.host(), sentinel.port())))
                        .clientConfig(Fixtures.PATIENT)
                        .build()) {
            BloomFilter<CharSequence> filter = JedisBloom.on(jedis).open(roomy("watched", 1), TEXT);
            assertTrue(filter.add("element"));
            assertTrue(filter.mightContain("element"));
            try (RespClient atReplica = replica.client();
                    RespClient atPrimary = primary.client();
                    RespClient atSentinel = sentinel.client()) {
                assertEquals(0, atReplica.executions("bitfield_ro"));
                Await.until("the replica is known", LIMIT, () -> knowsReplica(atSentinel));
                // WAIT waits for the writes of its own connection, and with them for all that came before.
                atPrimary.call("SET", "last write", "");
                assertEquals(1, atPrimary.integer("WAIT", 1, 60_000), "replicas with all writes");
            }
            primary.kill();
            Await.until("the replica is promoted", LIMIT, () -> answers(filter));
            assertFalse(filter.add("element"));
            assertTrue(filter.add("another"));
            assertEquals(replica.port(), jedis.getCurrentMaster().getPort());
        }
    }

    private static boolean knowsReplica(RespClient sentinel) {
        return sentinel.call("SENTINEL", "REPLICAS", SentinelProcess.PRIMARY) instanceof List<?> replicas
                && !replicas.isEmpty();
    }

    private static boolean answers(BloomFilter<CharSequence> filter) {
        try {
            return filter.mightContain("element");
        } catch (BackendException notYet) {
            return false;
        }
    }
}
