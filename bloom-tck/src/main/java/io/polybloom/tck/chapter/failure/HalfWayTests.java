package io.polybloom.tck.chapter.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.ScriptedServer;
import io.polybloom.tck.server.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Bulk operations that are interrupted, and writes whose answer never comes. */
public abstract class HalfWayTests extends KitTests {

    private static final Duration TIMEOUT = Duration.ofMillis(600);
    private static final int CRASHES = 20;
    private static final long SEED = 20_261_120L;

    public HalfWayTests(Backend backend) {
        super(backend);
    }

    /**
     * The server is killed when it has answered a seeded number of bytes. It writes everything to its log on disk before it
     * answers, so that afterwards it still has what it has confirmed. Every fourth element was there before, so NEW and PRESENT
     * can both be wrong. The error rate of 1e-9 makes an honest PRESENT for a new element as good as impossible.
     */
    @TestFactory
    @Checks(Rule.BULK_TELLS_THE_TRUTH)
    List<DynamicTest> aServerKilledInTheMiddleOfABulkAdd() {
        Random random = new Random(SEED);
        List<DynamicTest> crashes = new ArrayList<>();
        for (int i = 0; i < CRASHES; i++) {
            int replyBytes = 100 + random.nextInt(80_000);
            crashes.add(row("after " + replyBytes + " bytes", () -> crash(replyBytes)));
        }
        return crashes;
    }

    private void crash(int replyBytes) {
        List<String> elements = words("word-", 4000);
        Set<String> old = new HashSet<>();
        for (int i = 0; i < elements.size(); i += 4) {
            old.add(elements.get(i));
        }
        try (RedisServer server = RedisServer.start("appendonly yes", "appendfsync always");
                TcpProxy proxy = TcpProxy.to(server)) {
            FilterSpec spec = fresh().capacity(10_000)
                    .falsePositiveRate(1e-9)
                    .partitions(3)
                    .build();
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(proxy.uri()), TIMEOUT), spec);
            filter.addAll(old);
            proxy.cutAfter(replyBytes, server::kill);
            PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(elements));
            server.revive();
            assertTruthful(partial, elements, old, stored(server, spec, elements));
            server.restart();
            raisesLossUntilTheClientHasReconnected(filter);
        }
    }

    private Set<String> stored(RedisServer server, FilterSpec spec, List<String> elements) {
        boolean[] present = open(connect(Target.standalone(server.uri())), spec).mightContainAll(elements);
        Set<String> stored = new HashSet<>();
        for (int i = 0; i < present.length; i++) {
            if (present[i]) {
                stored.add(elements.get(i));
            }
        }
        return stored;
    }

    private static void assertTruthful(
            PartialBulkException partial, List<String> elements, Set<String> old, Set<String> stored) {
        assertEquals(elements.size(), partial.outcomes().size());
        assertTrue(partial.outcomes().contains(ElementOutcome.UNKNOWN));
        for (int i = 0; i < elements.size(); i++) {
            String element = elements.get(i);
            ElementOutcome outcome = partial.outcomes().get(i);
            if (outcome != ElementOutcome.UNKNOWN) {
                assertEquals(old.contains(element) ? ElementOutcome.PRESENT : ElementOutcome.NEW, outcome, element);
                assertTrue(stored.contains(element), element);
            }
        }
    }

    /** While the client still notices that its connections are dead it may fail otherwise, but it never answers. */
    private static void raisesLossUntilTheClientHasReconnected(BloomFilter<CharSequence> filter) {
        Await.until("the client sees the empty server", PATIENT, () -> {
            BloomFilterException thrown = assertThrows(BloomFilterException.class, () -> filter.mightContain("word-0"));
            boolean lost = thrown instanceof LostDataException || thrown instanceof FilterGoneException;
            assertTrue(lost || thrown instanceof BackendException, thrown.toString());
            return lost;
        });
    }

    @Test
    @Checks(Rule.WRITES_ARE_SENT_ONCE)
    void aServerPausedPastTheTimeoutNeverTurnsANewElementIntoASeenOne() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            FilterSpec spec = fresh().capacity(10_000).falsePositiveRate(1e-9).build();
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri()), TIMEOUT), spec);
            filter.add("warm");
            front.forgetRequests();
            server.pause();
            BackendException single = assertThrows(BackendException.class, () -> filter.add("fresh"));
            PartialBulkException bulk =
                    assertThrows(PartialBulkException.class, () -> filter.addAll(List.of("fresh-1", "fresh-2")));
            server.resume();
            assertEquals(BackendException.Reason.NO_ANSWER, single.reason());
            assertTrue(single.mayHaveBeenApplied());
            assertFalse(
                    bulk.outcomes().contains(ElementOutcome.PRESENT),
                    bulk.outcomes().toString());
            awaitAnswers(filter);
            Writes.assertSentOnce("after the pause", front);
        }
    }

    @Test
    @Checks(Rule.CUT_REPLY_IS_NO_ANSWER)
    void aConnectionThatIsResetInTheMiddleOfAReplyIsAnErrorAndNoAnswer() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server)) {
            FilterSpec spec = fresh().capacity(10_000).build();
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(proxy.uri()), TIMEOUT), spec);
            filter.add("a");
            proxy.resetAfter(9);
            BackendException write = assertThrows(BackendException.class, () -> filter.add("b"));
            assertEquals(BackendException.Reason.NO_ANSWER, write.reason());
            proxy.pass();
            awaitAnswers(filter);
            for (int i = 0; i < 10; i++) {
                assertTrue(filter.mightContain("a"));
                assertFalse(filter.mightContain("absent"));
            }
            assertTrue(filter.mightContain("b"), "the write had been applied");
        }
    }

    /** While it recovers a client may fail, but what it answers is right from the first answer on. */
    static void awaitAnswers(BloomFilter<CharSequence> filter) {
        Await.until("the client answers again", PATIENT, () -> {
            try {
                assertFalse(filter.mightContain("never added"));
                return true;
            } catch (BackendException stillRecovering) {
                return false;
            }
        });
    }
}
