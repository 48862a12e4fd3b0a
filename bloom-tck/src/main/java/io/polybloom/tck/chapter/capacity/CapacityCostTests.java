package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What it costs to know how full a filter is. */
public abstract class CapacityCostTests extends KitTests {

    private static final int CAPACITY = 100_000;
    private static final int BATCH = 1000;

    public CapacityCostTests(Backend backend) {
        super(backend);
    }

    @Test
    @Checks(Rule.IDLE_COSTS_NOTHING)
    void filtersThatNobodyFillsOrWatchesAreNotSampled() {
        ScriptedServer front = closing(ScriptedServer.inFrontOf(closing(RedisServer.start())));
        var filters = connect(Target.standalone(front.uri()));
        List<BloomFilter<CharSequence>> open = new ArrayList<>();
        for (OverCapacity policy : OverCapacity.values()) {
            BloomFilter<CharSequence> filter =
                    open(filters, fresh().capacity(100).overCapacity(policy).build());
            filter.addAll(words("word-", 90));
            open.add(filter);
        }
        front.forgetRequests();
        for (BloomFilter<CharSequence> filter : open) {
            filter.mightContainAll(words("word-", 500));
            filter.mightContain("absent");
        }
        Set<String> lookUps = Set.of("BITFIELD", "GETRANGE");
        assertTrue(lookUps.containsAll(commands(front)), () -> "more than look-ups: " + commands(front));
        front.forgetRequests();
        BloomFilter<CharSequence> unwatched =
                open(filters, fresh().capacity(100).build());
        front.forgetRequests();
        unwatched.addAll(words("word-", 500));
        unwatched.add("one more");
        assertEquals(Set.of("BITFIELD"), commands(front));
    }

    private static Set<String> commands(ScriptedServer front) {
        Set<String> names = new TreeSet<>();
        for (Request request : front.requests()) {
            names.add(request.name());
        }
        return names;
    }

    /**
     * From the first add until the filter is full, when it is watched closely. An add costs the server more than the execution of
     * its command, so the time of its processor is what the watching is compared with.
     */
    @TestFactory
    @Checks(Rule.WATCHING_IS_CHEAP)
    List<DynamicTest> samplingTakesLittleOfTheTimeOfTheAdds() {
        List<DynamicTest> rows = new ArrayList<>();
        for (int clients : List.of(1, 8)) {
            rows.add(row("clients: " + clients, () -> measure(clients)));
        }
        return rows;
    }

    private void measure(int clients) {
        RedisServer server = closing(RedisServer.start());
        FilterSpec spec =
                fresh().capacity(CAPACITY).overCapacity(OverCapacity.REJECT).build();
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(server.uri())), spec);
            List<String> elements = words("element-" + client + "-", 2 * CAPACITY);
            tasks.add(() -> RefusingTests.fill(filter, elements, BATCH));
        }
        try (RespClient redis = server.client()) {
            long before = redis.processorMicroseconds();
            Together.call(tasks);
            long all = redis.processorMicroseconds() - before;
            long watching = redis.microseconds("bitcount");
            assertTrue(
                    watching < 0.01 * (all - watching),
                    "the server spent " + watching + " us on watching the fill, and " + all + " us in all");
        }
    }
}
