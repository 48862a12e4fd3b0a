package io.polybloom.tck.chapter.serverfilter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.fixture.Writes;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.BloomServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** Accidents of filters whose bits the server keeps. */
@Needs(Capability.SERVER)
public abstract class ServerFilterAccidentTests extends KitTests {

    /** Some clients notice the end of a connection only after waiting this long for the answer. */
    private static final Duration HASTY = Duration.ofSeconds(2);

    /** The length of an element that no client can write to its end while nobody reads it. */
    private static final int MORE_THAN_BUFFERS_TAKE = 1 << 25;

    private static Map<String, Consumer<BloomFilter<CharSequence>>> calls() {
        Map<String, Consumer<BloomFilter<CharSequence>>> calls = new LinkedHashMap<>();
        calls.put("mightContain", filter -> filter.mightContain("word-1"));
        calls.put("mightContainAll", filter -> filter.mightContainAll(words("word-", 20)));
        calls.put("add", filter -> filter.add("word-1"));
        calls.put("addAll", filter -> filter.addAll(words("word-", 20)));
        calls.put("stats", BloomFilter::stats);
        calls.put("load", filter -> filter.load(words("word-", 20), taken -> {}));
        return calls;
    }

    private FilterSpec spec() {
        return fresh().layout(Layouts.SERVER).capacity(100).partitions(1).build();
    }

    private BloomFilters ofServer() {
        return connect(Target.standalone(SharedServers.withFilters().uri()));
    }

    @TestFactory
    @Checks("18.04")
    List<DynamicTest> aFilterWithoutItsKeyDoesNotAnswer() {
        List<DynamicTest> rows = new ArrayList<>();
        calls().forEach((name, call) -> {
            rows.add(row(
                    name + " without the filter of the server",
                    () -> assertFails(LostDataException.class, call, StoredFilter::loseFiltersOfTheServer)));
            rows.add(row(
                    name + " without the trailer",
                    () -> assertFails(LostDataException.class, call, StoredFilter::loseTrailers)));
        });
        return rows;
    }

    @TestFactory
    @Checks("18.04")
    List<DynamicTest> anotherValueUnderTheKeyIsNotAnEmptyFilter() {
        List<DynamicTest> rows = new ArrayList<>();
        calls().forEach((name, call) -> rows.add(row(name, () -> {
            assertFails(
                    ForeignDataException.class,
                    call,
                    (redis, filter) -> StoredFilter.filtersOfTheServer(redis, filter)
                            .forEach(key -> redis.call("SET", key, "another value")));
        })));
        return rows;
    }

    private void assertFails(
            Class<? extends BloomFilterException> expected,
            Consumer<BloomFilter<CharSequence>> call,
            BiConsumer<RespClient, String> accident) {
        FilterSpec spec = spec();
        BloomFilter<CharSequence> filter = open(ofServer(), spec);
        filter.addAll(words("word-", 20));
        try (RespClient redis = SharedServers.withFilters().client()) {
            accident.accept(redis, spec.name());
        }
        BloomFilterException thrown = assertThrows(BloomFilterException.class, () -> call.accept(filter));
        Throwable reason = thrown instanceof PartialBulkException partial ? partial.getCause() : thrown;
        assertEquals(expected, reason.getClass(), () -> "the exception was " + reason);
        if (thrown instanceof PartialBulkException partial) {
            assertTrue(partial.outcomes().stream().allMatch(ElementOutcome.UNKNOWN::equals), partial::toString);
        }
    }

    @Test
    @Checks("18.04")
    void aClearedFilterStartsOverAfterALoss() {
        FilterSpec spec = spec();
        BloomFilter<CharSequence> filter = open(ofServer(), spec);
        filter.add("word");
        try (RespClient redis = SharedServers.withFilters().client()) {
            StoredFilter.loseFiltersOfTheServer(redis, spec.name());
        }
        assertThrows(LostDataException.class, () -> filter.mightContain("word"));
        filter.clear();
        assertTrue(filter.add("word"));
        assertTrue(filter.mightContain("word"));
    }

    /** The connection ends with the reply to the items, or with that to the trailer after them. */
    @TestFactory
    @Checks("18.09")
    List<DynamicTest> anAddWhoseConnectionIsCutIsInDoubtAndSentOnce() {
        return List.of(
                row("after the items", () -> cutAfter("BF.INSERT")),
                row("after the trailer", () -> cutAfter("BITFIELD")));
    }

    private void cutAfter(String command) {
        FilterSpec spec = spec();
        try (ScriptedServer front = ScriptedServer.inFrontOf(SharedServers.withFilters())) {
            open(ofServer(), spec);
            BloomFilter<CharSequence> filter = openAgain(front.uri(), HASTY, spec);
            front.forgetRequests();
            front.cutReply(request -> request.name().equals(command), 0);
            assertIsInDoubt(filter, "word-1", command);
            answered(() -> filter.mightContain("never added"));
            assertEquals(
                    1,
                    front.requests().stream()
                            .filter(request -> request.name().equals("BF.INSERT"))
                            .count());
            assertFalse(open(ofServer(), spec).add("word-1"));
        }
    }

    /** A client may read the trailer once more; then it has the answer. */
    private static void assertIsInDoubt(BloomFilter<CharSequence> filter, String element, String cut) {
        try {
            assertTrue(filter.add(element));
            assertEquals("BITFIELD", cut, "only reads may be sent again");
        } catch (BackendException thrown) {
            assertTrue(thrown.mayHaveBeenApplied(), thrown::toString);
        }
    }

    @Test
    @Checks("18.09")
    void aBulkAddThatCannotBeWrittenToItsEndIsAnErrorAndIsSentOnce() {
        cannotBeWrittenToItsEnd(Target.Kind.STANDALONE);
    }

    @Test
    @Checks("18.09")
    @Needs(Capability.CLUSTER)
    void aBulkAddThatCannotBeWrittenToItsEndToAClusterIsAnErrorAndIsSentOnce() {
        cannotBeWrittenToItsEnd(Target.Kind.CLUSTER);
    }

    /**
     * A filter that refuses elements takes each item in a command of its own, in one pipeline of one partition. The
     * server has executed the first command when the write of the second one fails.
     */
    private void cannotBeWrittenToItsEnd(Target.Kind kind) {
        String key = freshName();
        List<String> events = List.of("event", "x".repeat(MORE_THAN_BUFFERS_TAKE));
        BloomServer server = SharedServers.withFilters();
        try (ScriptedServer front = ScriptedServer.inFrontOf(server);
                RespClient redis = server.client()) {
            redis.call("BF.RESERVE", key, "0.000001", 10, "NONSCALING");
            FilterSpec spec = FilterSpec.existing(key).layout(Layouts.BF).build();
            BloomFilter<CharSequence> filter = open(connect(new Target(kind, List.of(front.uri()))), spec);
            assertFalse(filter.mightContain("event"));
            front.forgetRequests();
            front.resetAfter(Writes::isWrite);
            PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(events));
            BackendException lost = (BackendException) partial.getCause();
            assertEquals(BackendException.Reason.NO_ANSWER, lost.reason(), lost::getMessage);
            assertTrue(lost.mayHaveBeenApplied(), lost::getMessage);
            assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.UNKNOWN), partial.outcomes());
            assertTrue(answered(() -> filter.mightContain("event")), "the server has executed the first command");
            Writes.assertSentOnce("a write that failed", front);
        }
    }

    @Test
    @Checks("18.09")
    void aServerThatIsNoPrimaryAnyMoreDoesNotAnswer() {
        try (BloomServer server = BloomServer.start();
                RespClient redis = server.server().client()) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(server.uri())), spec());
            filter.add("word-1");
            // It waits for a primary that it cannot reach, and answers reads meanwhile.
            redis.call("REPLICAOF", server.host(), 1);
            for (Executable call : List.<Executable>of(
                    () -> filter.mightContain("word-1"),
                    () -> filter.mightContainAll(words("word-", 20)),
                    () -> filter.add("word-2"))) {
                BackendException refused = assertThrows(BackendException.class, call);
                assertEquals(BackendException.Reason.READ_ONLY, refused.reason(), refused::toString);
            }
        }
    }

    @TestFactory
    @Checks("18.06")
    List<DynamicTest> aServerWithoutFiltersIsNamed() {
        return List.of(
                row("no such command", () -> {
                    BloomFilterException refused =
                            refusal("-ERR unknown command 'BF.INFO', with args beginning with: ");
                    assertEquals(UnsupportedFilterException.class, refused.getClass());
                    assertTrue(refused.getMessage().contains("RedisBloom"), refused.getMessage());
                    assertTrue(refused.getMessage().contains(Layouts.CLASSIC), refused.getMessage());
                }),
                row("no right to it", () -> {
                    BloomFilterException refused =
                            refusal("-NOPERM User default has no permissions to run the 'bf.info' command");
                    assertEquals(BackendException.Reason.AUTHENTICATION, ((BackendException) refused).reason());
                    assertTrue(refused.getMessage().contains("BF.RESERVE"), refused.getMessage());
                }));
    }

    /** Opens a filter on a server that refuses all commands BF.*, and verifies that nothing was written. */
    private BloomFilterException refusal(String line) {
        FilterSpec spec = spec();
        try (ScriptedServer server = ScriptedServer.inFrontOf(SharedServers.withFilters());
                RespClient redis = SharedServers.withFilters().client()) {
            server.answer(request -> request.name().startsWith("BF.") ? line : null);
            BloomFilters filters = connect(Target.standalone(server.uri()));
            BloomFilterException refused = assertThrows(BloomFilterException.class, () -> open(filters, spec));
            assertEquals(List.of(), redis.keys("*" + spec.name() + "*"));
            return refused;
        }
    }
}
