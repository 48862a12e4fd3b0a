package io.polybloom.glide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import glide.api.GlideClient;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.chapter.failure.FailureTests;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.TcpProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The caller has closed the client and continues to call. */
@Timeout(300)
class ClosedClientTest {

    private static final FilterSpec SPEC =
            FilterSpec.named("closed").capacity(10_000).build();

    @Test
    void callsOnAClosedClientSaySo() {
        try (RedisServer server = RedisServer.start()) {
            GlideClient client = GlideBackend.server(server.uri(), Duration.ofSeconds(10));
            BloomFilters filters = GlideBloom.on(client);
            BloomFilter<CharSequence> filter = filters.open(SPEC, Elements.strings());
            GlideBackend.close(client);
            FailureTests.assertClosed(filters, filter);
        }
    }

    @Test
    void callsOnTheClosedClientOfAClusterSaySo() {
        try (RedisCluster servers = RedisCluster.start(1)) {
            Backend.Connection connection = new GlideBackend(GlideBackend.Flavour.BLOCKING)
                    .connect(Target.cluster(servers), Duration.ofSeconds(10));
            BloomFilters filters = connection.filters();
            BloomFilter<CharSequence> filter = filters.open(SPEC, Elements.strings());
            connection.close();
            FailureTests.assertClosed(filters, filter);
        }
    }

    @Test
    void aCallThatIsUnderWayWhenTheClientIsClosedEnds() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server)) {
            GlideClient client = GlideBackend.server(proxy.uri(), Duration.ofSeconds(2));
            AsyncBloomFilter<CharSequence> filter = GlideBloom.async(client)
                    .open(SPEC, Elements.strings())
                    .toCompletableFuture()
                    .join();
            proxy.holdRepliesTo("BITFIELD");
            CompletableFuture<Boolean> answer = filter.add("element").toCompletableFuture();
            GlideBackend.close(client);
            BackendException thrown = (BackendException)
                    assertThrows(CompletionException.class, answer::join).getCause();
            assertEquals(Reason.NO_ANSWER, thrown.reason());
        }
    }
}
