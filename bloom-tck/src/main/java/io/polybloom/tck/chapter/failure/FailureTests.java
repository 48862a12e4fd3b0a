package io.polybloom.tck.chapter.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.spi.Verb;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.BadDay;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Accidents that befall a filter that is open, with a row for every operation: it throws the exception that says what
 * happened, nothing is changed in Redis, and nothing is answered.
 */
@Needs(Capability.SERVER)
public abstract class FailureTests extends KitTests {

    /** The operations that ask or add. */
    public static final Map<String, Consumer<BloomFilter<CharSequence>>> QUESTIONS = questions();

    private static final BadDay CLOSED = BadDay.of(Reason.CLIENT_CLOSED, "closed");

    /** More than a pool has connections by default. */
    private static final int ERRORS = 120;

    @TestFactory
    @Checks("7.02")
    List<DynamicTest> aLostPartition() {
        BadDay expected = BadDay.of(LostDataException.class, "clear() or delete()");
        List<DynamicTest> rows = new ArrayList<>();
        QUESTIONS.forEach((name, operation) -> rows.add(row(name, () -> meetsALostPartition(expected, operation))));
        return rows;
    }

    /** A write makes the key again. It is not alive then, and goes when the filter is repaired. */
    private void meetsALostPartition(BadDay expected, Consumer<BloomFilter<CharSequence>> operation) {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        BloomFilter<CharSequence> other = open(filters(), spec);
        filter.add("present");
        try (RespClient redis = standalone().client()) {
            StoredFilter.losePartitions(redis, spec.name());
            expected.assertFailure(null, () -> operation.accept(filter));
            for (BloomFilter<CharSequence> client : List.of(filter, other, open(filters(), spec))) {
                QUESTIONS.values().forEach(again -> expected.assertFailure(null, () -> again.accept(client)));
            }
            filter.clear();
            assertFalse(other.mightContain("present"));
            assertTrue(other.add("present"));
            assertEquals(StoredFilter.keys(filter.description()), redis.keys("*" + spec.name() + "*"));
        }
    }

    @Test
    @Checks("7.02")
    void whatIsWrittenToALostPartitionExpiresWithTheFilter() {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        Duration life = Duration.ofMinutes(10);
        try (RespClient redis = standalone().client()) {
            long since = clock(redis);
            filter.expire(life);
            StoredFilter.losePartitions(redis, spec.name());
            assertThrows(LostDataException.class, () -> filter.add("absent"));
            for (String key : redis.keys("*" + spec.name() + "*")) {
                assertExpiresWithFilter(redis, key, life, since);
            }
        }
    }

    @TestFactory
    @Checks("7.03")
    List<DynamicTest> aPartitionOfAnotherType() {
        return meets(QUESTIONS, "", BadDay.of(ForeignDataException.class, "another type"), day -> {
            day.redis("DEL");
            day.redis("RPUSH", "x");
        });
    }

    @TestFactory
    @Checks("7.01")
    List<DynamicTest> anErrorOfTheServer() {
        List<DynamicTest> rows = new ArrayList<>();
        BadDay.serverErrors()
                .forEach((error, expected) -> rows.addAll(meets(
                        everyOperation(),
                        error + ": ",
                        expected,
                        day -> day.front().answer("-" + error))));
        return rows;
    }

    /** A pool that loses a connection with each error has none left some time later, or opens one for each. */
    @Test
    @Checks("7.01")
    void anErrorKeepsNoConnection() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            FilterSpec spec = fresh().capacity(1000).build();
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec);
            for (String error : List.of("-ERR not now", "-WRONGTYPE Operation against a key of another type")) {
                front.answer(error);
                for (int i = 0; i < ERRORS / 2; i++) {
                    String title = error + ", for time " + (i + 1);
                    BloomFilterException thrown =
                            assertThrows(BloomFilterException.class, () -> filter.add("event"), title);
                    assertEquals(List.of(), lost(thrown), title);
                }
            }
            front.answer(request -> null);
            assertTrue(filter.add("event"));
            assertTrue(front.openConnections() < ERRORS, front.openConnections() + " connections");
        }
    }

    private static List<Reason> lost(BloomFilterException thrown) {
        return thrown instanceof BackendException failure
                        && Set.of(Reason.UNREACHABLE, Reason.NO_ANSWER).contains(failure.reason())
                ? List.of(failure.reason())
                : List.of();
    }

    /** Each row closes a client of its own: the pool of Vert.x 4.5.10 answers only six calls after its end. */
    @TestFactory
    @Checks("7.18")
    List<DynamicTest> aClientThatWasClosed() {
        List<DynamicTest> rows = new ArrayList<>();
        everyOperation()
                .forEach((name, operation) ->
                        rows.add(row(name, () -> meetsClosedClient((filters, filter) -> operation.accept(filter)))));
        rows.add(row(
                "open",
                () -> meetsClosedClient((filters, filter) ->
                        open(filters, fresh().capacity(1000).build()))));
        return rows;
    }

    private void meetsClosedClient(BiConsumer<BloomFilters, BloomFilter<CharSequence>> call) {
        BloomFilters filters;
        BloomFilter<CharSequence> filter;
        try (Backend.Connection connection =
                backend().connect(Target.standalone(standalone().uri()), PATIENT)) {
            filters = journal().following(connection.filters());
            filter = open(filters, fresh().capacity(1000).build());
            filter.add("present");
        }
        CLOSED.assertFailure(null, () -> call.accept(filters, filter));
    }

    /** Verifies that every call through a client says that the client is closed. */
    public static void assertClosed(BloomFilters filters, BloomFilter<CharSequence> filter) {
        everyOperation().values().forEach(operation -> CLOSED.assertFailure(null, () -> operation.accept(filter)));
        FilterSpec another = FilterSpec.named("another").capacity(1000).build();
        CLOSED.assertFailure(null, () -> open(filters, another));
    }

    @TestFactory
    @Checks("7.17")
    List<DynamicTest> aPrimaryThatWasDemoted() {
        List<DynamicTest> rows = new ArrayList<>();
        BadDay.demotions()
                .forEach((error, expected) -> rows.addAll(meets(
                        everyOperation(),
                        "demoted, " + error + ": ",
                        expected,
                        day -> day.front().answer(demoted(error)))));
        return rows;
    }

    @TestFactory
    @Checks("7.04")
    List<DynamicTest> aServerThatWasKilled() {
        BadDay expected = BadDay.unreachable(null);
        List<DynamicTest> rows = new ArrayList<>();
        everyOperation()
                .forEach((name, operation) -> rows.add(row(name, () -> {
                    try (RedisServer server = RedisServer.start();
                            ScriptedServer front = ScriptedServer.inFrontOf(server)) {
                        FilterSpec spec = fresh().capacity(1000).build();
                        open(connect(Target.standalone(server.uri())), spec).add("present");
                        BloomFilter<CharSequence> filter = openAgain(front.uri(), IMPATIENT, spec);
                        new OpenDay(server, front, filter.description()).kill();
                        expected.assertFailure(server, () -> operation.accept(filter));
                    }
                })));
        return rows;
    }

    @Test
    @Checks("7.10")
    void theClientStaysOpenWhateverBecomesOfAFilter() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            BloomFilters filters = connect(Target.standalone(front.uri()));
            FilterSpec spec = fresh().capacity(1000).build();
            BloomFilter<CharSequence> filter = open(filters, spec);
            BloomFilter<CharSequence> other =
                    open(filters, fresh().capacity(1000).build());
            front.answer("-ERR not now");
            assertThrows(BackendException.class, () -> filter.add("a"));
            front.answer(request -> null);
            assertTrue(other.add("after an error"));
            FilterSpec refused = FilterSpec.named(spec.name()).capacity(2000).build();
            assertThrows(SpecMismatchException.class, () -> open(filters, refused));
            assertTrue(other.add("after a refusal"));
            filter.delete();
            assertTrue(other.add("after a delete"));
            assertTrue(open(filters, spec).add("in a new filter"));
        }
    }

    /** A server that answers reads, as a replica does, and refuses all writes; a look-up that could write is one. */
    private static ScriptedServer.Script demoted(String error) {
        return request -> {
            Verb verb = Verb.valueOf(request.name());
            if (verb == Verb.WAIT) {
                return "-ERR WAIT cannot be used with replica instances. Please also note that since Redis 4.0 if a"
                        + " replica is configured to be writable (which is not the default) writes to replicas are just"
                        + " local and are not propagated.";
            }
            return verb.isWrite() ? "-" + error : null;
        };
    }

    /** Clearing and deleting repair a filter that has lost something, so they fail in other accidents only. */
    private static Map<String, Consumer<BloomFilter<CharSequence>>> everyOperation() {
        Map<String, Consumer<BloomFilter<CharSequence>>> operations = new LinkedHashMap<>(QUESTIONS);
        operations.put("claims.add", filter -> filter.claims("orders-0").add(1, "absent"));
        operations.put("claims.addAll", filter -> filter.claims("orders-0").addAll(1, List.of("absent", "too")));
        operations.put("claims.settle", filter -> filter.claims("orders-0").settle(1));
        operations.put("claims.unsettled", filter -> filter.claims("orders-0").unsettled());
        operations.put("clear", BloomFilter::clear);
        operations.put("expire", filter -> filter.expire(Duration.ofHours(1)));
        operations.put("expireAt", filter -> filter.expireAt(Instant.now().plus(Duration.ofHours(1))));
        operations.put("persist", BloomFilter::persist);
        operations.put("delete", BloomFilter::delete);
        return operations;
    }

    private static Map<String, Consumer<BloomFilter<CharSequence>>> questions() {
        Map<String, Consumer<BloomFilter<CharSequence>>> operations = new LinkedHashMap<>();
        operations.put("add", filter -> filter.add("absent"));
        operations.put("mightContain", filter -> filter.mightContain("absent"));
        operations.put("addAll", filter -> filter.addAll(List.of("absent", "too")));
        operations.put("mightContainAll", filter -> filter.mightContainAll(List.of("absent", "too")));
        operations.put("load", filter -> filter.load(List.of("absent", "too"), taken -> {}));
        operations.put("stats", BloomFilter::stats);
        return operations;
    }

    /** Uses one server for all rows, since starting a server takes longer than its accident. */
    private List<DynamicTest> meets(
            Map<String, Consumer<BloomFilter<CharSequence>>> operations,
            String prefix,
            BadDay expected,
            Consumer<OpenDay> event) {
        List<DynamicTest> rows = new ArrayList<>();
        operations.forEach((name, operation) -> rows.add(row(prefix + name, () -> {
            RedisServer server = SharedServers.undisturbed();
            synchronized (server) {
                try (ScriptedServer front = ScriptedServer.inFrontOf(server)) {
                    BloomFilters filters = connect(Target.standalone(front.uri()));
                    BloomFilter<CharSequence> filter =
                            open(filters, fresh().capacity(1000).build());
                    filter.add("present");
                    event.accept(new OpenDay(server, front, filter.description()));
                    expected.assertFailure(server, () -> operation.accept(filter));
                } finally {
                    empty(server);
                }
            }
        })));
        return rows;
    }

    private static void empty(RedisServer server) {
        try (RespClient redis = server.client()) {
            redis.call("FLUSHALL");
        }
    }
}
