package io.polybloom.cli.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Context;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class VertxConnectionTest {

    private static final FilterSpec SPEC = FilterSpec.named("f").capacity(100).build();

    /** Elements that come from a pipe may come slowly, and an event loop must not wait for them. */
    @Test
    void aLoadReadsItsElementsOnAWorker() {
        try (RedisServer server = RedisServer.start();
                Connection connection = connect(server)) {
            BloomFilter<String> filter = connection.filters().open(SPEC, Elements.strings());
            AtomicBoolean isOnWorker = new AtomicBoolean();
            Iterable<String> elements = () -> {
                isOnWorker.set(Context.isOnWorkerThread());
                return List.of("a", "b").iterator();
            };
            assertEquals(2, filter.load(elements, loaded -> {}));
            assertTrue(isOnWorker.get(), "the elements were read elsewhere");
            assertTrue(filter.mightContain("b"));
        }
    }

    @Test
    void failuresAreThoseOfTheLibrary() {
        try (RedisServer server = RedisServer.start();
                Connection connection = connect(server)) {
            BloomFilter<String> filter = connection.filters().open(SPEC, Elements.strings());
            filter.delete();
            assertThrows(FilterGoneException.class, () -> filter.add("a"));
            assertThrows(FilterGoneException.class, () -> filter.load(List.of("a"), loaded -> {}));
        }
    }

    private static Connection connect(RedisServer server) {
        return new VertxConnection(List.of(ServerAddresses.parse(server.uri())));
    }
}
