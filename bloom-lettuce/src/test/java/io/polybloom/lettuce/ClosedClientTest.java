package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.lettuce.core.RedisClient;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.server.RedisServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** The caller has shut the client down and continues to call. */
@Timeout(300)
class ClosedClientTest {

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(UTF_8);
    private static final FilterSpec SPEC =
            FilterSpec.named("closed").capacity(10_000).partitions(3).build();

    @Test
    void callsOnAClientThatWasShutDownFailWithAReason() {
        try (RedisServer server = RedisServer.start()) {
            RedisClient client = RedisClient.create(server.uri());
            BloomFilter<CharSequence> filter = LettuceBloom.on(client).open(SPEC, TEXT);
            BloomFilter<CharSequence> shared = LettuceBloom.on(client.connect()).open(SPEC, TEXT);
            client.shutdown();
            List<Executable> calls = List.of(
                    () -> filter.add("a"),
                    () -> filter.addAll(List.of("a", "b")),
                    () -> shared.mightContain("a"),
                    filter::stats,
                    filter::delete,
                    () -> LettuceBloom.on(client).open(SPEC, TEXT));
            for (Executable call : calls) {
                assertIsTold(assertThrows(RuntimeException.class, call));
            }
        }
    }

    private static void assertIsTold(Throwable thrown) {
        Throwable failure = thrown instanceof PartialBulkException partial ? partial.getCause() : thrown;
        BackendException backend = assertInstanceOf(BackendException.class, failure);
        assertEquals(Reason.CLIENT_CLOSED, backend.reason(), () -> backend + " " + backend.getCause());
        assertFalse(backend.mayHaveBeenApplied());
    }
}
