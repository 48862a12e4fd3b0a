package io.polybloom.tck.chapter.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.locate.ElementLocator;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Bulk adds that exchange whole partitions by groups of commands. */
@Needs({Capability.SERVER, Capability.GROUPS})
public abstract class ExchangeTests extends KitTests {

    private static final int ROUNDS = 4;
    private static final int THREADS = 4;

    /** Enough elements that exchanging the partitions costs less than naming the bits, even on a slow network. */
    private static final int ELEMENTS = 120;

    /** Half of the elements of a call were present before, and each occurs in the call twice. */
    @Test
    @Checks("1.08")
    void aBulkAddThatExchangesPartitionsAnswersLikeItsElementsOneByOne() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec());
            Reference reference = new Reference(filter.description());
            for (int round = 0; round < ROUNDS; round++) {
                List<String> elements = new ArrayList<>();
                for (int i = 0; i < 2 * ELEMENTS; i++) {
                    elements.add("word-" + (round * ELEMENTS / 2 + i % ELEMENTS));
                }
                assertAnswers(reference, elements, filter.addAll(elements));
            }
            assertTrue(exchanges(front) >= ROUNDS, exchanges(front) + " exchanges");
            reference.assertStoredOn(List.of(server));
        }
    }

    @TestFactory
    @Checks("7.11")
    Stream<DynamicTest> aGroupThatTheServerRefusesHasNoEffect() {
        return Stream.of("bitop", "pttl", "unlink").map(command -> row(command, () -> refuse(command)));
    }

    private void refuse(String command) {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server);
                RespClient redis = server.client()) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec());
            Reference reference = new Reference(filter.description());
            List<String> before = words("before-", ELEMENTS);
            assertAnswers(reference, before, filter.addAll(before));
            assertTrue(exchanges(front) > 0, "no partition was exchanged");
            List<String> keys = redis.keys("*");
            redis.call("ACL", "SETUSER", "default", "-" + command);
            List<String> events = words("event-", ELEMENTS);
            assertAnswers(reference, events, filter.addAll(events));
            reference.assertStoredOn(List.of(server));
            assertEquals(keys, redis.keys("*"));
        }
    }

    /** Threads that share a connection could send their commands between those of a group. */
    @Test
    @Checks("7.11")
    void nothingOfAnotherCallIsPartOfAGroup() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec());
            filter.addAll(words("before-", ELEMENTS));
            Queue<List<String>> groups = new ConcurrentLinkedQueue<>();
            // Each connection has a thread of its own.
            ThreadLocal<List<String>> group = ThreadLocal.withInitial(ArrayList::new);
            front.answer(request -> {
                if (request.name().equals("MULTI")) {
                    group.get().clear();
                } else if (request.name().equals("EXEC")) {
                    groups.add(List.copyOf(group.get()));
                } else {
                    group.get().add(request.name());
                }
                return null;
            });
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                String own = "thread-" + thread + "-";
                tasks.add(() -> addAndAsk(filter, own));
            }
            Together.call(tasks);
            assertTrue(groups.size() >= ROUNDS, groups.size() + " groups");
            assertEquals(1, Set.copyOf(groups).size(), () -> "different groups: " + Set.copyOf(groups));
        }
    }

    private static boolean addAndAsk(BloomFilter<CharSequence> filter, String prefix) {
        for (int round = 0; round < ROUNDS; round++) {
            List<String> elements = words(prefix + round + "-", ELEMENTS);
            filter.add(prefix + round);
            filter.addAll(elements);
            assertTrue(filter.mightContain(prefix + round));
            assertTrue(filter.mightContain(elements.get(0)));
        }
        return true;
    }

    /** The server executes the group, and the error of one of its commands is one of the replies. */
    @Test
    @Checks("7.11")
    void anErrorAmongTheRepliesOfAGroupIsNoAnswer() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server);
                RespClient redis = server.client()) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec());
            filter.addAll(words("before-", ELEMENTS));
            List<String> events = words("event-", ELEMENTS);
            ElementLocator locator = ElementLocator.stored(filter.description());
            String broken = key(locator, events.get(0));
            redis.call("DEL", broken);
            redis.call("RPUSH", broken, "x");
            PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(events));
            assertEquals(ForeignDataException.class, partial.getCause().getClass(), partial::getMessage);
            for (int i = 0; i < ELEMENTS; i++) {
                ElementOutcome outcome = partial.outcomes().get(i);
                boolean isKnown = outcome == ElementOutcome.NEW
                        && !key(locator, events.get(i)).equals(broken);
                assertTrue(isKnown || outcome == ElementOutcome.UNKNOWN, events.get(i) + " is " + outcome);
            }
            assertEquals("list", redis.call("TYPE", broken));
        }
    }

    private static String key(ElementLocator locator, String element) {
        return locator.locate(element.getBytes(StandardCharsets.UTF_8)).get(0).key();
    }

    /**
     * A cluster refuses a group at EXEC if some of its keys have left the node. Without a reply of its own each command
     * would look executed, and its element absent or present.
     */
    @TestFactory
    @Checks("7.11")
    Stream<DynamicTest> aGroupThatIsRefusedAtItsEndHasNoEffect() {
        return Stream.of("-TRYAGAIN Multiple keys request during rehashing of slot", "*-1")
                .map(reply -> row(reply, () -> refuseAtTheEnd(reply)));
    }

    private void refuseAtTheEnd(String reply) {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec());
            Reference reference = new Reference(filter.description());
            List<String> before = words("before-", ELEMENTS);
            assertAnswers(reference, before, filter.addAll(before));
            AtomicInteger refused = new AtomicInteger();
            // Each connection has a thread of its own.
            ThreadLocal<Boolean> isInGroup = ThreadLocal.withInitial(() -> false);
            front.answer(request -> switch (request.name()) {
                case "MULTI" -> {
                    isInGroup.set(true);
                    yield "+OK";
                }
                case "EXEC" -> {
                    isInGroup.set(false);
                    refused.incrementAndGet();
                    yield reply;
                }
                default -> isInGroup.get() ? "+QUEUED" : null;
            });
            List<String> events = words("event-", ELEMENTS);
            boolean[] answers;
            try {
                answers = filter.addAll(events);
            } catch (PartialBulkException unknown) {
                assertEquals(Collections.nCopies(ELEMENTS, ElementOutcome.UNKNOWN), unknown.outcomes());
                assertTrue(reply.startsWith("*"), unknown::getMessage);
                assertEquals(BackendException.class, unknown.getCause().getClass(), unknown::getMessage);
                front.answer(request -> null);
                answers = filter.addAll(events);
            }
            assertTrue(refused.get() > 0, "no group was sent");
            assertAnswers(reference, events, answers);
            reference.assertStoredOn(List.of(server));
        }
    }

    private static void assertAnswers(Reference reference, List<String> elements, boolean[] answers) {
        for (int i = 0; i < answers.length; i++) {
            assertEquals(reference.add(elements.get(i)), answers[i], elements.get(i));
        }
    }

    private static long exchanges(ScriptedServer front) {
        return front.requests().stream()
                .filter(request -> request.name().equals("BITOP"))
                .count();
    }

    private FilterSpec spec() {
        return fresh().capacity(10_000).falsePositiveRate(1e-9).partitions(3).build();
    }
}
