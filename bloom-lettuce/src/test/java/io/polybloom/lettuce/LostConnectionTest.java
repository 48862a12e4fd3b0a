package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A client that does not reconnect has lost the connection of its filters: they make another one. */
class LostConnectionTest {

    @Test
    void filtersConnectAgainWhereTheClientDoesNot() {
        FilterSpec spec = FilterSpec.named("lost").capacity(1000).build();
        try (RedisServer server = RedisServer.start();
                RespClient observer = server.client();
                TcpProxy proxy = TcpProxy.to(server)) {
            RedisClient client = RedisClient.create(proxy.uri());
            try {
                client.setOptions(ClientOptions.builder().autoReconnect(false).build());
                BloomFilter<CharSequence> filter = LettuceBloom.on(client).open(spec, Funnels.stringFunnel(UTF_8));
                filter.add("before");
                observer.startLog();
                proxy.cutAfter(0);
                BackendException unknown = assertThrows(BackendException.class, () -> filter.add("fresh"));
                assertTrue(unknown.mayHaveBeenApplied(), unknown::toString);
                assertTrue(Await.value(
                        "there is a connection again",
                        Duration.ofSeconds(300),
                        BackendException.class,
                        () -> filter.mightContain("fresh")));
                assertTrue(filter.mightContain("before"));
                assertFalse(filter.mightContain("never"));
                assertTrue(filter.add("another"));
            } finally {
                client.shutdown();
            }
        }
    }
}
