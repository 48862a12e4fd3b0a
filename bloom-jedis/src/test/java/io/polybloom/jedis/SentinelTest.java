package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.roomy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.fixture.FailoverDrill;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SentinelGroup;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisSentinelClient;

class SentinelTest {

    private static final Duration LIMIT = Fixtures.LIMIT;

    @Test
    void followsAFailover() {
        try (SentinelGroup group = SentinelGroup.start(1, 1);
                RedisSentinelClient jedis = clientOf(group)) {
            RedisServer primary = group.primary();
            BloomFilter<CharSequence> filter = JedisBloom.on(jedis).open(roomy("watched", 1), TEXT);
            assertTrue(filter.add("element"));
            assertTrue(filter.mightContain("element"));
            try (RespClient atPrimary = primary.client()) {
                // WAIT waits for the writes of its own connection, and with them for all that came before.
                atPrimary.call("SET", "last write", "");
                assertEquals(1, atPrimary.integer("WAIT", 1, 60_000), "replicas with all writes");
            }
            group.killPrimary();
            Await.until("the new primary answers", LIMIT, () -> answers(filter));
            assertFalse(filter.add("element"));
            assertTrue(filter.add("another"));
            assertEquals(group.primary().port(), jedis.getCurrentMaster().getPort());
        }
    }

    @Test
    @FailoverDrill.OnRequest
    void acknowledgedAddsOutliveEveryKillOfThePrimary() {
        FailoverDrill.behindSentinels(
                group -> new JedisBackend.JedisConnection(List.of(clientOf(group)), Way.ofProperty()));
    }

    private static RedisSentinelClient clientOf(SentinelGroup group) {
        Set<HostAndPort> sentinels =
                group.sentinels().stream().map(HostAndPort::from).collect(Collectors.toSet());
        return RedisSentinelClient.builder()
                .masterName(SentinelGroup.NAME)
                .sentinels(sentinels)
                .clientConfig(Fixtures.PATIENT)
                .build();
    }

    private static boolean answers(BloomFilter<CharSequence> filter) {
        try {
            return filter.mightContain("element");
        } catch (BackendException notYet) {
            return false;
        }
    }
}
