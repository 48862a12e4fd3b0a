package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.fixture.FailoverDrill;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SentinelGroup;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

class SentinelTest {

    private static final Duration LIMIT = Clients.LIMIT;
    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(UTF_8);

    @Test
    void followsAFailover() {
        FilterSpec spec = FilterSpec.named("watched").capacity(10_000).build();
        try (SentinelGroup group = SentinelGroup.start(1, 1)) {
            RedissonClient client = clientOf(group);
            try {
                BloomFilter<CharSequence> filter =
                        answered(() -> RedissonBloom.on(client).open(spec, TEXT));
                answered(() -> filter.add("element"));
                assertTrue(answered(() -> filter.mightContain("element")));
                try (RespClient atPrimary = group.primary().client()) {
                    // WAIT waits for the writes of its own connection, and with them for all that came before.
                    atPrimary.call("SET", "last write", "");
                    assertEquals(1, atPrimary.integer("WAIT", 1, 5000), "replicas with all writes");
                }
                group.killPrimary();
                Await.until("the new primary answers", LIMIT, () -> answers(filter));
                assertFalse(answered(() -> filter.add("element")));
                assertFalse(answered(() -> filter.mightContain("another")));
                answered(() -> filter.add("another"));
                assertTrue(answered(() -> filter.mightContain("another")));
            } finally {
                client.shutdown();
            }
        }
    }

    @Test
    @FailoverDrill.OnRequest
    void acknowledgedAddsOutliveEveryKillOfThePrimary() {
        FailoverDrill.behindSentinels(
                group -> new RedissonBackend.BlockingConnection(List.of(clientOf(group)), Way.ofProperty()));
    }

    /** Redisson notices that a connection has broken only when the timeout of a command on it is over. */
    private static RedissonClient clientOf(SentinelGroup group) {
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        config.useSentinelServers().setMasterName(SentinelGroup.NAME).setTimeout(1_000);
        for (String sentinel : group.sentinels()) {
            config.useSentinelServers().addSentinelAddress("redis://" + sentinel);
        }
        config.useSentinelServers().setCheckSentinelsList(group.sentinels().size() > 1);
        return Redisson.create(config);
    }

    /** The client gives up sooner than a busy machine answers. */
    private static <R> R answered(Supplier<R> operation) {
        return Await.value("the client answers", LIMIT, BloomFilterException.class, operation);
    }

    private static boolean answers(BloomFilter<CharSequence> filter) {
        try {
            return filter.mightContain("element");
        } catch (BloomFilterException notYet) {
            return false;
        }
    }
}
