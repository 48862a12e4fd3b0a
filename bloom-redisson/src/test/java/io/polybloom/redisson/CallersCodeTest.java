package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.Rounds;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.server.RedisServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
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
                    CyclicBarrier together = new CyclicBarrier(LOADS);
                    List<Callable<Long>> loads = new ArrayList<>();
                    for (int i = 0; i < LOADS; i++) {
                        int load = i;
                        loads.add(() -> filter.load(() -> asking(client, load, together), taken -> {}));
                    }
                    assertEquals(Collections.nCopies(LOADS, (long) ELEMENTS), Together.call(loads));
                } finally {
                    client.shutdown();
                }
            }
        });
    }

    /** The elements of a load, with a question to the server before every thousandth of them. */
    private static Iterator<CharSequence> asking(RedissonClient client, int load, CyclicBarrier together) {
        return IntStream.range(0, ELEMENTS)
                .<CharSequence>mapToObj(number -> {
                    if (number % 1_000 == 0) {
                        askTogether(client, together);
                    }
                    return "word-" + load + "-" + number;
                })
                .iterator();
    }

    /** All loads are at the same place when they ask. */
    private static void askTogether(RedissonClient client, CyclicBarrier together) {
        try {
            together.await(60, TimeUnit.SECONDS);
        } catch (Exception late) {
            throw new AssertionError("another load does not come to the same place", late);
        }
        assertEquals(0, client.getKeys().countExists("absent"));
    }
}
