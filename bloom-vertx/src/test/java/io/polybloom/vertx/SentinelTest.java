package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilterException;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.fixture.FailoverDrill;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SentinelGroup;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisRole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SentinelTest {

    private static final Duration LIMIT = TestClient.LIMIT;

    @Test
    void followsAFailover() {
        try (SentinelGroup group = SentinelGroup.start(1, 1);
                TestClient client = new TestClient(optionsFor(group))) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("watched", 1));
            assertTrue(await(filter.add("element")));
            assertTrue(await(filter.mightContain("element")));
            try (RespClient atPrimary = group.primary().client()) {
                // WAIT waits for the writes of its own connection, and with them for all that came before.
                atPrimary.call("SET", "last write", "");
                assertEquals(1, atPrimary.integer("WAIT", 1, 5000), "replicas with all writes");
            }
            group.killPrimary();
            Await.until("the new primary answers", LIMIT, () -> answers(filter));
            assertFalse(await(filter.add("element")));
            assertTrue(await(filter.add("another")));
        }
    }

    @Test
    @FailoverDrill.OnRequest
    void acknowledgedAddsOutliveEveryKillOfThePrimary() {
        FailoverDrill.behindSentinels(SentinelTest::connectTo);
    }

    private static Backend.Connection connectTo(SentinelGroup group) {
        Vertx vertx = Vertx.vertx();
        Redis client = Redis.createClient(vertx, optionsFor(group));
        return new VertxBackend.VertxConnection(vertx, List.of(client), Way.ofProperty(), Optional.empty());
    }

    static RedisOptions optionsFor(SentinelGroup group) {
        RedisOptions options = new RedisOptions()
                .setType(RedisClientType.SENTINEL)
                .setRole(RedisRole.MASTER)
                .setMasterName(SentinelGroup.NAME)
                .setNetClientOptions(
                        new NetClientOptions().setReadIdleTimeout(10).setIdleTimeoutUnit(TimeUnit.SECONDS));
        for (String sentinel : group.sentinels()) {
            options.addConnectionString("redis://" + sentinel);
        }
        return options;
    }

    private static boolean answers(VertxBloomFilter<CharSequence> filter) {
        try {
            return await(filter.mightContain("element"));
        } catch (BloomFilterException notYet) {
            return false;
        }
    }
}
