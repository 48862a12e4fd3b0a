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
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.fixture.Writes;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import io.polybloom.tck.server.TcpProxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Bulk operations that are interrupted, and writes whose answer never comes. */
@Needs(Capability.SERVER)
public abstract class HalfWayTests extends KitTests {

    private static final int CRASHES = 20;
    private static final int AT_ONCE = 5;
    private static final long SEED = 20_261_120L;

    /**
     * The server is killed when it has answered a seeded number of bytes. It writes everything to its log on disk
     * before it answers, so after its restart it still has all confirmed writes. Every fourth element was there before,
     * so NEW and PRESENT can both be wrong. At an error rate of 1e-9, a false positive for a new element is practically
     * impossible.
     */
    @TestFactory
    @Checks("7.06")
    List<DynamicTest> aServerKilledInTheMiddleOfABulkAdd() {
        Random random = new Random(SEED);
        List<DynamicTest> crashes = new ArrayList<>();
        for (int i = 0; i < CRASHES; i += AT_ONCE) {
            List<Integer> replyBytes = random.ints(AT_ONCE, 100, 50_100).boxed().toList();
            String title = replyBytes.stream().map(String::valueOf).collect(Collectors.joining(", "));
            crashes.add(row("after " + title + " bytes", () -> crash(replyBytes)));
        }
        return crashes;
    }

    /** Crashes servers at the same time, since each client may notice a crash only by its timeout. */
    private void crash(List<Integer> replyBytes) {
        List<Callable<Object>> crashes = new ArrayList<>();
        for (int bytes : replyBytes) {
            crashes.add(Executors.callable(() -> crash(bytes)));
        }
        Together.call(crashes);
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
            open(connect(Target.standalone(server.uri())), spec).addAll(old);
            BloomFilter<CharSequence> filter = openAgain(proxy.uri(), IMPATIENT, spec);
            proxy.cutAfter(replyBytes, server::kill);
            PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(elements));
            // On a busy machine the client may have given up before.
            proxy.pass();
            server.kill();
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

    /**
     * Asserts that every call fails, until one reports the loss. Before the client has noticed that its connections are
     * dead, a call may fail with another exception.
     */
    private static void raisesLossUntilTheClientHasReconnected(BloomFilter<CharSequence> filter) {
        Await.until("the client sees the empty server", PATIENT, () -> {
            BloomFilterException thrown = assertThrows(BloomFilterException.class, () -> filter.mightContain("word-0"));
            boolean lost = thrown instanceof LostDataException || thrown instanceof FilterGoneException;
            assertTrue(lost || thrown instanceof BackendException, thrown.toString());
            return lost;
        });
    }

    @Test
    @Checks("7.07")
    void aServerPausedPastTheTimeoutNeverTurnsANewElementIntoASeenOne() {
        pausedPastTheTimeout(Target.Kind.STANDALONE);
    }

    @Test
    @Checks("7.07")
    @Needs(Capability.CLUSTER)
    void aNodePausedPastTheTimeoutNeverTurnsANewElementIntoASeenOne() {
        pausedPastTheTimeout(Target.Kind.CLUSTER);
    }

    private void pausedPastTheTimeout(Target.Kind kind) {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            FilterSpec spec = fresh().capacity(10_000).falsePositiveRate(1e-9).build();
            open(connect(Target.standalone(server.uri())), spec).add("warm");
            BloomFilter<CharSequence> filter = openAgain(new Target(kind, List.of(front.uri())), IMPATIENT, spec);
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
            assertFalse(answered(() -> filter.mightContain("never added")));
            Writes.assertSentOnce("after the pause", front);
        }
    }

    @Test
    @Checks("7.08")
    void aConnectionThatIsResetInTheMiddleOfAReplyIsAnErrorAndNoAnswer() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server)) {
            FilterSpec spec = fresh().capacity(10_000).build();
            open(connect(Target.standalone(server.uri())), spec).add("a");
            BloomFilter<CharSequence> filter = openAgain(proxy.uri(), IMPATIENT, spec);
            try (RespClient redis = server.client()) {
                redis.startLog();
            }
            AtomicBoolean reset = new AtomicBoolean();
            proxy.resetAfter(9, () -> reset.set(true));
            BackendException write = assertThrows(BackendException.class, () -> filter.add("b"));
            assertEquals(BackendException.Reason.NO_ANSWER, write.reason());
            proxy.pass();
            // While it recovers a client may fail, but its answers are right from the first one on.
            for (int i = 0; i < 10; i++) {
                assertTrue(answered(() -> filter.mightContain("a")));
                assertFalse(answered(() -> filter.mightContain("absent")));
            }
            if (!reset.get()) {
                // On a busy machine the client may have given up before the reply came.
                awaitWrite(server);
            }
            assertTrue(answered(() -> filter.mightContain("b")), "an element whose write was applied");
        }
    }

    private static void awaitWrite(RedisServer server) {
        try (RespClient redis = server.client()) {
            Await.until("the server has executed the write", PATIENT, () -> redis.bitWrites() > 0);
        }
    }
}
