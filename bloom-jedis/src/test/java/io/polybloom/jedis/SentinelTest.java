package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.roomy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.FailoverDrill;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SentinelGroup;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
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
    @EnabledIfSystemProperty(
            named = "polybloom.kills",
            matches = "[0-9]+",
            disabledReason = "kills take minutes: docs/rules.md says how to run them")
    void acknowledgedAddsOutliveEveryKillOfThePrimary() {
        FilterSpec spec = FilterSpec.named("acknowledged")
                .capacity(1_000_000)
                .falsePositiveRate(1e-9)
                .build();
        FilterOptions options = FilterOptions.defaults().acknowledgedBy(2, Duration.ofMillis(200));
        try (SentinelGroup group = SentinelGroup.start(2, 3);
                RedisSentinelClient jedis = clientOf(group);
                RedisSentinelClient another = clientOf(group)) {
            BloomFilter<CharSequence> filter =
                    answered(() -> JedisBloom.on(jedis).open(spec, TEXT, options));
            BloomFilter<CharSequence> careless = answered(() -> JedisBloom.on(another)
                    .open(FilterSpec.existing("acknowledged").build(), TEXT));
            FailoverDrill.Report report = new FailoverDrill(
                            group, filter::add, element -> answered(() -> filter.mightContain(element)))
                    .with(careless::add)
                    .run(Integer.getInteger("polybloom.kills"));
            System.out.println("confirmed " + report.confirmed() + ", old " + report.old() + ", lost "
                    + report.lost().size() + ", failed " + report.failures());
            assertEquals(List.of(), report.lost());
        }
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

    /** On a busy machine the replicas may not acknowledge in time, and after a failover the client may be late. */
    private static <R> R answered(Supplier<R> operation) {
        return Await.value("the client answers", LIMIT, BloomFilterException.class, operation);
    }

    private static boolean answers(BloomFilter<CharSequence> filter) {
        try {
            return filter.mightContain("element");
        } catch (BackendException notYet) {
            return false;
        }
    }
}
