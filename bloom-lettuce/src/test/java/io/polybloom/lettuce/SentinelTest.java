package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.FailoverDrill;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SentinelGroup;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SentinelTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);

    @Test
    void followsAFailover() {
        FilterSpec spec = FilterSpec.named("watched").capacity(10_000).build();
        try (SentinelGroup group = SentinelGroup.start(1, 1)) {
            RedisClient client = clientOf(group);
            try {
                BloomFilter<CharSequence> filter =
                        answered(() -> LettuceBloom.on(client).open(spec, Funnels.stringFunnel(UTF_8)));
                answered(() -> filter.add("element"));
                try (RespClient atPrimary = group.primary().client()) {
                    // WAIT waits for the writes of its own connection, and with them for all that came before.
                    atPrimary.call("SET", "last write", "");
                    assertEquals(1, atPrimary.integer("WAIT", 1, 5000), "replicas with all writes");
                }
                group.killPrimary();
                assertTrue(answered(() -> filter.mightContain("element")));
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
        FailoverDrill.behindSentinels(group -> new LettuceBackend.BlockingConnection(List.of(clientOf(group))));
    }

    private static RedisClient clientOf(SentinelGroup group) {
        RedisURI.Builder address = RedisURI.builder().withSentinelMasterId(SentinelGroup.NAME);
        for (String sentinel : group.sentinels()) {
            int colon = sentinel.lastIndexOf(':');
            address.withSentinel(sentinel.substring(0, colon), Integer.parseInt(sentinel.substring(colon + 1)));
        }
        return RedisClient.create(address.withTimeout(Duration.ofSeconds(1)).build());
    }

    /** The client gives up sooner than a busy machine answers. */
    private static <R> R answered(Supplier<R> operation) {
        return Await.value("the client answers", LIMIT, BloomFilterException.class, operation);
    }
}
