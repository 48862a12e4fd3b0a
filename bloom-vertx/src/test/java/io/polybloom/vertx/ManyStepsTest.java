package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.TEXT;
import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import io.polybloom.tck.server.RedisServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An operation may have any number of steps. */
class ManyStepsTest {

    @Test
    void loadsIntoFourThousandPartitions() {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(server.uri())) {
            FilterSpec spec = FilterSpec.named("steps")
                    .capacity(100_000)
                    .partitions(4_000)
                    .build();
            VertxBloomFilter<CharSequence> filter = await(client.filters.<CharSequence>open(spec, TEXT));
            List<String> words = words("word-", 20_000);
            assertEquals(20_000, await(filter.load(words, taken -> {})));
            for (boolean found : await(filter.mightContainAll(words))) {
                assertTrue(found);
            }
        }
    }
}
