package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Bad days, a row each: whatever goes wrong, every operation throws the exception that says so, within a deadline, nothing is
 * changed in Redis, and nothing is answered.
 */
abstract class BadDayTests extends KitTests {

    private static final Duration TIMEOUT = Duration.ofMillis(800);

    private static final Map<String, Consumer<BloomFilter<CharSequence>>> OPERATIONS = operations();

    BadDayTests(Backend backend) {
        super(backend);
    }

    /** Something happens to a filter that is open; the row is tried with every operation. */
    @TestFactory
    List<DynamicTest> aFilterThatIsOpenMeets() {
        List<DynamicTest> tests = new ArrayList<>();
        happens(
                tests,
                "a lost partition",
                BadDay.of(LostDataException.class, "clear() or delete()"),
                day -> day.redis("DEL"));
        happens(tests, "a partition of another type", BadDay.of(ForeignDataException.class, "another type"), day -> {
            day.redis("DEL");
            day.redis("RPUSH", "x");
        });
        for (Map.Entry<String, BadDay> error : BadDay.serverErrors().entrySet()) {
            happens(tests, error.getKey(), error.getValue(), day -> day.front().answer("-" + error.getKey()));
        }
        happens(
                tests,
                "a server that was killed",
                BadDay.unreachable(null),
                day -> day.server().kill());
        return tests;
    }

    @Test
    void nullElementsAreRefusedBeforeAnythingIsSent() {
        BloomFilter<CharSequence> filter = open(
                connect(Target.standalone(SharedServers.standalone().uri())),
                fresh().capacity(1000).build());
        List<CharSequence> withNull = new ArrayList<>(List.of("a", "b"));
        withNull.set(1, null);
        assertThrows(NullPointerException.class, () -> filter.addAll(withNull));
        assertThrows(NullPointerException.class, () -> filter.mightContainAll(withNull));
        assertThrows(NullPointerException.class, () -> filter.add(null));
        assertThrows(NullPointerException.class, () -> filter.mightContain(null));
        assertEquals(0, filter.stats().estimatedCount());
    }

    private static Map<String, Consumer<BloomFilter<CharSequence>>> operations() {
        Map<String, Consumer<BloomFilter<CharSequence>>> operations = new LinkedHashMap<>();
        operations.put("add", filter -> filter.add("absent"));
        operations.put("mightContain", filter -> filter.mightContain("absent"));
        operations.put("addAll", filter -> filter.addAll(List.of("absent", "too")));
        operations.put("mightContainAll", filter -> filter.mightContainAll(List.of("absent", "too")));
        operations.put("stats", BloomFilter::stats);
        return operations;
    }

    private void happens(List<DynamicTest> tests, String what, BadDay expected, Consumer<OpenDay> event) {
        OPERATIONS.forEach((name, operation) -> tests.add(DynamicTest.dynamicTest(what + ": " + name, () -> {
            try (RedisServer server = RedisServer.start();
                    ScriptedServer front = ScriptedServer.inFrontOf(server)) {
                FilterSpec spec = fresh().capacity(1000).build();
                BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri()), TIMEOUT), spec);
                filter.add("present");
                event.accept(new OpenDay(server, front, filter.description()));
                front.forgetRequests();
                expected.assertFailure(server, () -> operation.accept(filter));
            } finally {
                closeWhatTheTestHasOpened();
            }
        })));
    }
}
