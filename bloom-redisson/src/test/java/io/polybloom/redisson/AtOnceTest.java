package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.hash.Funnels;
import io.polybloom.FilterSpec;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.tck.fixture.Rounds;
import io.polybloom.tck.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** More calls at once than the client has connections and waits for. */
class AtOnceTest {

    private static final int CALLS = 5_000;
    private static final FilterSpec SPEC = FilterSpec.named("at-once")
            .capacity(100_000)
            .falsePositiveRate(1e-9)
            .build();

    @TestFactory
    Stream<DynamicTest> addsAtOnceAreAllAnsweredByAClientWithItsDefaultNumberOfConnections() {
        return Rounds.of(() -> {
            try (RedisServer server = RedisServer.start()) {
                Config config = new Config();
                config.useSingleServer().setAddress(server.uri()).setTimeout((int) Clients.LIMIT.toMillis());
                RedissonClient client = Redisson.create(config);
                try {
                    AsyncBloomFilter<CharSequence> filter = Clients.await(
                            RedissonBloom.async(client).<CharSequence>open(SPEC, Funnels.stringFunnel(UTF_8)));
                    assertEquals(CALLS, newOnes(filter), "the first time");
                    assertEquals(0, newOnes(filter), "the second time");
                } finally {
                    client.shutdown();
                }
            }
        });
    }

    private static int newOnes(AsyncBloomFilter<CharSequence> filter) throws Exception {
        List<CompletionStage<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            answers.add(filter.add("element-" + i));
        }
        int count = 0;
        for (CompletionStage<Boolean> answer : answers) {
            count += Clients.await(answer) ? 1 : 0;
        }
        return count;
    }
}
