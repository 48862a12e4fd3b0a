package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.Meeting;
import io.polybloom.tck.fixture.Rounds;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.server.RedisServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.redisson.api.RedissonClient;

/** Iterators may use the client of the filter: none of its connections is held while they run. */
class CallersCodeTest {

    private static final int LOADS = 8;
    private static final int ELEMENTS = 10_000;
    private static final FilterSpec SPEC = FilterSpec.named("callers")
            .capacity(100_000)
            .falsePositiveRate(1e-6)
            .partitions(3)
            .build();

    @TestFactory
    Stream<DynamicTest> loadsMayUseTheOnlyConnectionWhileTheyTakeElements() {
        return Rounds.of(() -> {
            try (RedisServer server = RedisServer.start()) {
                RedissonClient client = Clients.to(server.uri(), 1);
                try {
                    BloomFilter<CharSequence> filter = RedissonBloom.on(client).open(SPEC, Funnels.stringFunnel(UTF_8));
                    Meeting together = new Meeting(
                            LOADS, () -> assertEquals(0, client.getKeys().countExists("absent")));
                    List<Callable<Long>> loads = new ArrayList<>();
                    for (int i = 0; i < LOADS; i++) {
                        int load = i;
                        loads.add(() -> filter.load(() -> together.before(words(load)), taken -> {}));
                    }
                    assertEquals(Collections.nCopies(LOADS, (long) ELEMENTS), Together.call(loads));
                } finally {
                    client.shutdown();
                }
            }
        });
    }

    private static Iterator<String> words(int load) {
        return IntStream.range(0, ELEMENTS)
                .mapToObj(number -> "word-" + load + "-" + number)
                .iterator();
    }
}
