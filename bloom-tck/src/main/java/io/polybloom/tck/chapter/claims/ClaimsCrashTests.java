package io.polybloom.tck.chapter.claims;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.Claims;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A consumer that ends while one of its commands is in progress, and another one that gets the same deliveries. */
@Needs(Capability.SERVER)
public abstract class ClaimsCrashTests extends KitTests {

    /** Some clients notice the end of a connection only after waiting this long for the answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** More commands than a call of claims on a filter with one partition sends, as the test verifies. */
    private static final int MOST_COMMANDS = 16;

    private static final long FIRST = 41;
    private static final List<String> CALL = List.of("old", "a", "b", "a");

    @Test
    @Checks("15.02")
    void nothingIsLostWhicheverCommandIsTheLast() {
        try (RedisServer server = RedisServer.start()) {
            List<Callable<Crash>> tasks = new ArrayList<>();
            for (int number = 1; number <= MOST_COMMANDS; number++) {
                tasks.add(crashAt(server, number, false));
                tasks.add(crashAt(server, number, true));
            }
            List<Crash> crashes = Together.call(tasks);
            // Reads may be repeated by the client, but neither the claim nor the add.
            for (String write : List.of("ZADD", "BITFIELD")) {
                List<Crash> ofWrite = crashes.stream()
                        .filter(crash -> crash.command().equals(write))
                        .toList();
                assertFalse(ofWrite.isEmpty(), () -> "no " + write + ": " + crashes);
                assertTrue(ofWrite.stream().allMatch(Crash::hasFailed), () -> write + " cannot fail: " + crashes);
            }
            assertEquals("", crashes.get(crashes.size() - 1).command(), "more than " + MOST_COMMANDS + " commands");
        }
    }

    /**
     * How a call fared whose connection was cut.
     *
     * @param command the name of the command at which it was cut; empty if the call has fewer commands
     * @param hasFailed whether the call has failed
     */
    private record Crash(String command, boolean hasFailed) {}

    /** Returns a call whose connection ends at the command of that number. */
    private Callable<Crash> crashAt(RedisServer server, int number, boolean isExecuted) {
        FilterSpec spec =
                fresh().capacity(1_000).falsePositiveRate(1e-9).partitions(1).build();
        BloomFilter<CharSequence> direct = open(connect(Target.standalone(server.uri())), spec);
        direct.add("old");
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        BloomFilter<CharSequence> filter = openAgain(front.uri(), TIMEOUT, spec);
        Claims<CharSequence> claims = filter.claims("orders-0");
        answered(() -> claims.add(1, "known"));
        return () -> {
            AtomicInteger seen = new AtomicInteger();
            AtomicReference<String> command = new AtomicReference<>("");
            Predicate<Request> isLast = request -> {
                boolean isIt = seen.incrementAndGet() == number;
                if (isIt) {
                    command.set(request.name());
                }
                return isIt;
            };
            if (isExecuted) {
                front.cutReply(isLast, 0);
            } else {
                front.cutRequest(isLast, 0);
            }
            String place = "command " + number + (isExecuted ? ", executed" : ", not executed");
            boolean hasFailed = false;
            try {
                assertArrayEquals(new boolean[] {false, true, true, false}, claims.addAll(FIRST, CALL), place);
            } catch (PartialBulkException failure) {
                hasFailed = true;
            }
            Claims<CharSequence> successor =
                    open(connect(Target.standalone(server.uri())), spec).claims("orders-0");
            boolean[] again = successor.addAll(FIRST, CALL);
            assertTrue(again[1] && again[2], place + ": an element is lost");
            assertArrayEquals(again, successor.addAll(FIRST, CALL), place);
            assertFalse(direct.claims("orders-1").add(FIRST, "a"), place);
            if (!hasFailed) {
                assertArrayEquals(new boolean[] {false, true, true, false}, again, place);
            }
            return new Crash(Objects.requireNonNull(command.get()), hasFailed);
        };
    }

    /** Without claims, an element whose add had no answer is taken for a duplicate: the purpose of claims. */
    @Test
    @Checks("15.02")
    void anAddWithoutAClaimLosesTheElement() {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        FilterSpec spec = fresh().capacity(1_000).build();
        BloomFilter<CharSequence> direct = open(connect(Target.standalone(server.uri())), spec);
        BloomFilter<CharSequence> filter = openAgain(front.uri(), TIMEOUT, spec);
        front.cutReply(request -> request.name().equals("BITFIELD"), 0);
        assertThrows(BloomFilterException.class, () -> filter.addAll(List.of("a")));
        assertEquals(0, count(direct.addAll(List.of("a"))));
    }
}
