package io.polybloom.tck.chapter.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.fixture.Writes;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.ScriptedServer;
import io.polybloom.tck.server.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Connections that end while a command is on its way to a server that lives, or its reply on the way back. */
@Needs(Capability.SERVER)
public abstract class CutConnectionTests extends KitTests {

    /** Some clients notice the end of a connection only after waiting this long for the answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** Where a connection ends. */
    private enum Place {
        BEFORE_THE_COMMAND("cut towards the server after 0 bytes", false, 0),
        WITHIN_THE_COMMAND("cut towards the server after 1 byte", false, 1),
        BEFORE_THE_REPLY("cut on the way back after 0 bytes", true, 0),
        WITHIN_THE_REPLY("cut on the way back after 1 byte", true, 1),
        /** Of an array with one digit for each bit, the first values have arrived. */
        WITHIN_THE_VALUES("cut on the way back after 20 bytes", true, 20);

        private final String title;
        private final boolean executed;
        private final int bytes;

        Place(String title, boolean executed, int bytes) {
            this.title = title;
            this.executed = executed;
            this.bytes = bytes;
        }

        void cut(ScriptedServer front, Predicate<Request> choice) {
            if (executed) {
                front.cutReply(choice, bytes);
            } else {
                front.cutRequest(choice, bytes);
            }
        }
    }

    /** The operations on a filter that holds "present" while its connection ends. */
    private interface Operation {
        void meets(Place place, ScriptedServer front, BloomFilter<CharSequence> filter);
    }

    @Test
    @Checks("7.07")
    void anAddWhoseConnectionIsCutIsAnErrorAndIsSentOnce() {
        atEveryPlace(Target.Kind.STANDALONE, CutConnectionTests::addIsSentOnce);
    }

    @Test
    @Checks("7.07")
    @Needs(Capability.CLUSTER)
    void anAddWhoseConnectionToAClusterIsCutIsAnErrorAndIsSentOnce() {
        atEveryPlace(Target.Kind.CLUSTER, CutConnectionTests::addIsSentOnce);
    }

    @Test
    @Checks("7.07")
    void aBulkAddWhoseConnectionIsCutIsAnErrorAndIsSentOnce() {
        atEveryPlace(
                Target.Kind.STANDALONE,
                CutConnectionTests::bulkAddIsSentOnce,
                CutConnectionTests::smallBulkAddIsSentOnce);
    }

    @Test
    @Checks("7.08")
    void aLookUpWhoseConnectionIsCutIsNeverAnsweredWrongly() {
        atEveryPlace(Target.Kind.STANDALONE, CutConnectionTests::lookUpIsRight, CutConnectionTests::bulkLookUpIsRight);
    }

    @Test
    @Checks("7.08")
    void whatFollowsAnAddWhoseConnectionIsCutIsAnsweredRightly() {
        atEveryPlace(Target.Kind.STANDALONE, CutConnectionTests::nextAnswersAreRight);
    }

    @Test
    @Checks("7.08")
    void theNextConnectionLogsInLikeTheFirst() {
        try (RedisServer server = RedisServer.start("requirepass secret");
                TcpProxy proxy = TcpProxy.to(server)) {
            String uri = proxy.uri().replace("redis://", "redis://:secret@");
            BloomFilters filters = connect(Target.standalone(uri), TIMEOUT);
            FilterSpec spec = fresh().capacity(1000).build();
            BloomFilter<CharSequence> filter = answered(() -> open(filters, spec));
            answered(() -> filter.add("present"));
            for (int i = 0; i < 3; i++) {
                proxy.cutAfter(0);
                assertTrue(answered(() -> filter.mightContain("present")));
            }
        }
    }

    private static void addIsSentOnce(Place place, ScriptedServer front, BloomFilter<CharSequence> filter) {
        place.cut(front, Writes::isWrite);
        BackendException thrown = assertThrows(BackendException.class, () -> filter.add("event"), place.title);
        assertUnanswered(place, thrown);
        assertFalse(answered(() -> filter.mightContain("never added")));
        Writes.assertSentOnce(place.title, front);
    }

    /** Enough elements that a client which can do so exchanges whole partitions, even on a slow network. */
    private static void bulkAddIsSentOnce(Place place, ScriptedServer front, BloomFilter<CharSequence> filter) {
        bulkAddIsSentOnce(place, front, filter, 120);
    }

    /** So few elements that each client names their bits, unless it is forced to exchange partitions. */
    private static void smallBulkAddIsSentOnce(Place place, ScriptedServer front, BloomFilter<CharSequence> filter) {
        bulkAddIsSentOnce(place, front, filter, 10);
    }

    private static void bulkAddIsSentOnce(
            Place place, ScriptedServer front, BloomFilter<CharSequence> filter, int count) {
        // The first call may ask the server whether partitions may be exchanged.
        filter.addAll(words("other-", count));
        front.forgetRequests();
        List<String> events = words("event-", count);
        // Of the writes that the three partitions need, the first one is answered.
        Set<String> keys = ConcurrentHashMap.newKeySet();
        place.cut(front, request -> Writes.isWrite(request) && keys.add(request.text(1)) && keys.size() == 2);
        PartialBulkException partial =
                assertThrows(PartialBulkException.class, () -> filter.addAll(events), place.title);
        assertUnanswered(place, (BackendException) partial.getCause());
        assertFalse(answered(() -> filter.mightContain("never added")));
        Writes.assertSentOnce(place.title, front);
        assertTrue(partial.outcomes().contains(ElementOutcome.UNKNOWN), place.title);
        assertFalse(
                partial.outcomes().contains(ElementOutcome.PRESENT),
                place.title + ": a new element is reported as present");
    }

    private static void lookUpIsRight(Place place, ScriptedServer front, BloomFilter<CharSequence> filter) {
        place.cut(front, request -> request.name().startsWith("BITFIELD"));
        answersOrFails(() -> assertTrue(filter.mightContain("present"), place.title));
        assertAnswersRightly(place, filter);
    }

    private static void bulkLookUpIsRight(Place place, ScriptedServer front, BloomFilter<CharSequence> filter) {
        place.cut(front, request -> request.name().startsWith("BITFIELD"));
        answersOrFails(() -> assertBulkIsRight(place, filter));
        assertAnswersRightly(place, filter);
    }

    private static void nextAnswersAreRight(Place place, ScriptedServer front, BloomFilter<CharSequence> filter) {
        place.cut(front, Writes::isWrite);
        assertThrows(BackendException.class, () -> filter.add("event"), place.title);
        assertAnswersRightly(place, filter);
        answersOrFails(() -> assertEquals(place.executed, filter.mightContain("event"), place.title));
    }

    /** Asks until the client has recovered, and some more, since the rest of a reply may come late. */
    private static void assertAnswersRightly(Place place, BloomFilter<CharSequence> filter) {
        assertFalse(answered(() -> filter.mightContain("never added")));
        for (int i = 0; i < 5; i++) {
            answersOrFails(() -> assertTrue(filter.mightContain("present"), place.title));
            answersOrFails(() -> assertBulkIsRight(place, filter));
        }
    }

    private static void assertBulkIsRight(Place place, BloomFilter<CharSequence> filter) {
        boolean[] answers = filter.mightContainAll(List.of("present", "absent", "present"));
        assertEquals(List.of(true, false, true), List.of(answers[0], answers[1], answers[2]), place.title);
    }

    /** A look-up may fail, and a client may ask again, since a look-up changes nothing. */
    private static void answersOrFails(Runnable lookUp) {
        try {
            lookUp.run();
        } catch (BackendException noAnswer) {
            assertTrue(Set.of(Reason.NO_ANSWER, Reason.UNREACHABLE).contains(noAnswer.reason()), noAnswer.getMessage());
        }
    }

    private static void assertUnanswered(Place place, BackendException thrown) {
        assertEquals(Reason.NO_ANSWER, thrown.reason(), place.title + ": " + thrown.getMessage());
        assertTrue(thrown.mayHaveBeenApplied(), place.title + ": " + thrown.getMessage());
    }

    private void atEveryPlace(Target.Kind kind, Operation... operations) {
        try (RedisServer server = RedisServer.start()) {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (Place place : Place.values()) {
                for (Operation operation : operations) {
                    ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
                    Target target = new Target(kind, List.of(front.uri()));
                    FilterSpec spec = fresh().capacity(10_000)
                            .falsePositiveRate(1e-9)
                            .partitions(3)
                            .build();
                    open(connect(Target.standalone(server.uri())), spec).add("present");
                    BloomFilters filters = connect(target, TIMEOUT);
                    BloomFilter<CharSequence> filter = answered(() -> open(filters, spec));
                    assertTrue(answered(() -> filter.mightContain("present")));
                    front.forgetRequests();
                    tasks.add(() -> {
                        operation.meets(place, front, filter);
                        return true;
                    });
                }
            }
            Together.call(tasks);
        }
    }
}
