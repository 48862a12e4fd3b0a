package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
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
    private static final long DEADLINE_MILLIS = 8000;

    /** With a specification of its own, a caller learns that the layout differs before he learns that it is unknown. */
    private static final String OTHER_LAYOUT = "an unknown layout";

    /** Some clients hand a redirect on, others follow it to where nobody listens. */
    private static final Set<Reason> REDIRECTED_TO_NOBODY =
            Set.of(Reason.REDIRECTED, Reason.UNREACHABLE, Reason.NO_ANSWER);

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
        for (Map.Entry<String, BadDay> error : serverErrors().entrySet()) {
            happens(tests, error.getKey(), error.getValue(), day -> day.front().answer("-" + error.getKey()));
        }
        happens(
                tests,
                "a server that was killed",
                BadDay.unreachable(null),
                day -> day.server().kill());
        return tests;
    }

    /** Something is wrong before a filter is opened. */
    @TestFactory
    List<DynamicTest> openingMeets() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Map.Entry<String, BadDay> error : serverErrors().entrySet()) {
            tests.add(DynamicTest.dynamicTest(error.getKey(), () -> {
                try (ScriptedServer server = ScriptedServer.answering("-" + error.getKey())) {
                    refusesToOpen(Target.standalone(server.uri()), error.getValue());
                }
            }));
        }
        tests.add(DynamicTest.dynamicTest("nobody at the address", () -> {
            RedisServer server = RedisServer.start();
            server.close();
            refusesToOpen(Target.standalone(server.uri()), BadDay.unreachable(null));
        }));
        tests.add(DynamicTest.dynamicTest(
                "an unknown host",
                () -> refusesToOpen(
                        Target.standalone("redis://no-such-host.invalid:6379"),
                        BadDay.unreachable("no-such-host.invalid"))));
        tests.add(DynamicTest.dynamicTest("a wrong password", () -> {
            try (RedisServer server = RedisServer.start("requirepass secret")) {
                String uri = server.uri().replace(":secret@", ":guess@");
                refusesToOpen(Target.standalone(uri), BadDay.of(Reason.AUTHENTICATION, "password"));
            }
        }));
        tests.add(DynamicTest.dynamicTest("no password", () -> {
            try (RedisServer server = RedisServer.start("requirepass secret")) {
                String uri = server.uri().replace(":secret@", "");
                refusesToOpen(Target.standalone(uri), BadDay.of(Reason.AUTHENTICATION, "password"));
            }
        }));
        tests.add(DynamicTest.dynamicTest("a server without memory", () -> {
            try (RedisServer server = RedisServer.start("maxmemory 1", "maxmemory-policy noeviction")) {
                refusesToOpen(Target.standalone(server.uri()), BadDay.of(Reason.OUT_OF_MEMORY, "maxmemory"));
            }
        }));
        tests.add(DynamicTest.dynamicTest("a replica", () -> {
            RedisServer primary = SharedServers.standalone();
            try (RedisServer replica = RedisServer.start("replicaof " + primary.host() + " " + primary.port())) {
                refusesToOpen(Target.standalone(replica.uri()), BadDay.of(Reason.READ_ONLY, "primary"));
            }
        }));
        return tests;
    }

    /** Something else lies under the config key. */
    @TestFactory
    List<DynamicTest> openingFinds() {
        return List.of(
                finds("a string", BadDay.of(ForeignDataException.class, "another type"), "SET", "hello"),
                finds("a list", BadDay.of(ForeignDataException.class, "another type"), "RPUSH", "hello"),
                finds(
                        "a later format",
                        BadDay.of(UnsupportedFilterException.class, "format 2"),
                        "HSET",
                        "spec",
                        "format=2;shape=round"),
                finds(
                        "somebody else's hash",
                        BadDay.of(ForeignDataException.class, "no Polybloom specification"),
                        "HSET",
                        "spec",
                        "hello"),
                finds(
                        OTHER_LAYOUT,
                        BadDay.of(UnsupportedFilterException.class, "spiral-v9"),
                        "HSET",
                        "spec",
                        "format=1;generation=0123456789abcdef;layout=spiral-v9;capacity=1000;fpp=0.01;bits=8;hashes=1;"
                                + "partitions=1;servers=1;overCapacity=DEGRADE"));
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

    private static Map<String, BadDay> serverErrors() {
        Map<String, BadDay> errors = new LinkedHashMap<>();
        errors.put("LOADING Redis is loading the dataset in memory", BadDay.of(Reason.LOADING, "try again later"));
        errors.put("OOM command not allowed when used memory > 'maxmemory'.", BadDay.of(Reason.OUT_OF_MEMORY, "raise"));
        errors.put("READONLY You can't write against a read only replica.", BadDay.of(Reason.READ_ONLY, "primary"));
        errors.put("MOVED 3999 127.0.0.1:6381", new BadDay(BackendException.class, REDIRECTED_TO_NOBODY, null));
        errors.put("NOPERM this user has no permissions to run it", BadDay.of(Reason.AUTHENTICATION, "permissions"));
        errors.put("ERR unknown command", BadDay.of(Reason.SERVER_ERROR, "unknown command"));
        return errors;
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
                fails(server, () -> operation.accept(filter), expected);
            } finally {
                closeWhatTheTestHasOpened();
            }
        })));
    }

    private DynamicTest finds(String what, BadDay expected, String command, String... arguments) {
        return DynamicTest.dynamicTest(what, () -> {
            RedisServer server = SharedServers.standalone();
            FilterSpec spec = fresh().capacity(1000).build();
            List<Object> words = new ArrayList<>(List.of(command, "bloom:{" + spec.name() + "}"));
            words.addAll(List.of(arguments));
            try (RespClient redis = server.client()) {
                redis.call(words.toArray());
            }
            BloomFilters filters = connect(Target.standalone(server.uri()));
            fails(server, () -> filters.openExisting(spec.name(), TEXT), expected);
            if (!what.equals(OTHER_LAYOUT)) {
                fails(server, () -> open(filters, spec), expected);
            }
        });
    }

    private void refusesToOpen(Target target, BadDay expected) throws Exception {
        try {
            BloomFilters filters = connect(target, TIMEOUT);
            fails(null, () -> open(filters, fresh().capacity(1000).build()), expected);
        } finally {
            closeWhatTheTestHasOpened();
        }
    }

    private static void fails(RedisServer server, Runnable operation, BadDay expected) {
        SortedMap<String, String> before = snapshot(server);
        long start = System.nanoTime();
        BloomFilterException thrown = assertThrows(BloomFilterException.class, operation::run);
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (thrown instanceof PartialBulkException partial) {
            assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.UNKNOWN), partial.outcomes());
            thrown = (BloomFilterException) partial.getCause();
        }
        assertEquals(expected.type(), thrown.getClass(), thrown.getMessage());
        if (thrown instanceof BackendException failure) {
            assertTrue(expected.reasons().contains(failure.reason()), failure.reason() + ": " + failure.getMessage());
        }
        if (expected.fragment() != null) {
            assertTrue(thrown.getMessage().contains(expected.fragment()), thrown.getMessage());
        }
        assertTrue(millis < DEADLINE_MILLIS, "took " + millis + " ms");
        assertEquals(before, snapshot(server));
    }

    private static SortedMap<String, String> snapshot(RedisServer server) {
        if (server == null || !server.isRunning()) {
            return new java.util.TreeMap<>();
        }
        try (RespClient redis = server.client()) {
            return redis.snapshot();
        }
    }
}
