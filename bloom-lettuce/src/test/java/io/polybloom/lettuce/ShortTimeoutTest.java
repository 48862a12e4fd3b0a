package io.polybloom.lettuce;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.polybloom.BloomFilters;
import io.polybloom.Elements;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.tck.server.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that gives up before the server would report a lost reply instead of the missing acknowledgement. */
class ShortTimeoutTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);

    @Test
    void aWaitForReplicasMustBeShorterThanTheTimeoutOfTheClient() {
        try (RedisServer server = RedisServer.start()) {
            RedisURI address = RedisURI.create(server.uri());
            address.setTimeout(LIMIT);
            RedisClient client = RedisClient.create(address);
            BloomFilters filters = LettuceBloom.on(client);
            FilterSpec spec = FilterSpec.named("waits").capacity(1_000).build();
            FilterOptions options = FilterOptions.defaults().acknowledgedBy(1, LIMIT);
            for (FilterOptions each : List.of(options, options.persisted())) {
                UnsupportedFilterException refused = assertThrows(
                        UnsupportedFilterException.class, () -> filters.open(spec, Elements.strings(), each));
                assertTrue(refused.getMessage().contains("waits only 300000 ms"), refused::getMessage);
            }
            assertTrue(filters.describe("waits").isEmpty(), "something was created");
            client.shutdown();
        }
    }
}
