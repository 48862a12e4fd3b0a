package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.polybloom.FilterSpec;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Single calls that are made while the answers to the first ones are kept back. */
class WaitingCallsTest {

    private static final int CALLS = 256;

    /** How many of the calls that wait fit in one command depends on the number of hashes. */
    private static final int MOST_COMMANDS = CALLS / 8;

    private static final Duration LIMIT = Duration.ofSeconds(300);

    @Test
    void callsThatWaitGoTogetherAndEachGetsItsOwnAnswer() throws Exception {
        FilterSpec spec = FilterSpec.named("waiting")
                .capacity(100_000)
                .falsePositiveRate(1e-6)
                .build();
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client();
                TcpProxy proxy = TcpProxy.to(server)) {
            RedisURI address = RedisURI.create(proxy.uri());
            address.setTimeout(LIMIT);
            RedisClient client = RedisClient.create(address);
            try {
                AsyncBloomFilter<CharSequence> filter =
                        await(LettuceBloom.async(client).<CharSequence>open(spec, Funnels.stringFunnel(UTF_8)));
                proxy.holdRepliesTo("BITFIELD");
                List<CompletionStage<Boolean>> adds = new ArrayList<>();
                List<CompletionStage<Boolean>> lookUps = new ArrayList<>();
                for (int i = 0; i < CALLS; i++) {
                    adds.add(filter.add("element-" + i));
                    lookUps.add(filter.mightContain("absent-" + i));
                }
                proxy.pass();
                for (int i = 0; i < CALLS; i++) {
                    assertEquals(true, await(adds.get(i)), "element-" + i);
                    assertEquals(false, await(lookUps.get(i)), "absent-" + i);
                }
                long commands = redis.executions("BITFIELD");
                assertTrue(commands <= 2 * MOST_COMMANDS, commands + " commands");
            } finally {
                client.shutdown();
            }
        }
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
}
