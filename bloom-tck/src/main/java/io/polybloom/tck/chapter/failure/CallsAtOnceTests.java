package io.polybloom.tck.chapter.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.Uninterruptibles;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.locate.ElementLocator;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.HeldCalls;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Writes;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Single calls of many threads on one filter object, which may go to the server together. */
@Needs(Capability.SERVER)
public abstract class CallsAtOnceTests extends KitTests {

    private static final int CALLS = 48;
    private static final int ATTEMPTS = 5;

    /** Two of three elements are already present. */
    @Test
    @Checks("1.09")
    void callsThatAreMadeAtOnceEachGetTheirOwnAnswer() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec());
            List<String> elements = words("word-", CALLS);
            List<String> old = new ArrayList<>(elements);
            old.removeIf(element -> elements.indexOf(element) % 3 == 0);
            filter.addAll(old);
            List<String> asked = new ArrayList<>(elements.subList(0, CALLS / 2));
            asked.addAll(words("absent-", CALLS / 2));
            assertAnswers(
                    elements,
                    elements.stream().map(element -> !old.contains(element)).toList(),
                    HeldCalls.of(front, elements, filter::add));
            assertAnswers(
                    asked,
                    asked.stream().map(elements::contains).toList(),
                    HeldCalls.of(front, asked, filter::mightContain));
        }
    }

    /**
     * The first calls go alone; those after them find that these have no answer yet. On a busy machine a thread may
     * seem to wait before it has called, and then calls when the others have been answered: one attempt that shows
     * shared commands is enough. A backend that shares none never shows any.
     */
    @Test
    @Checks("8.05")
    void callsThatWaitForOthersShareCommands() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec());
            for (Predicate<CharSequence> call : List.<Predicate<CharSequence>>of(filter::add, filter::mightContain)) {
                assertTrue(
                        IntStream.range(0, ATTEMPTS)
                                .mapToLong(attempt -> commandsOf(call, words(attempt + "-", CALLS), front))
                                .anyMatch(commands -> commands <= CALLS / 2),
                        "nearly each of " + CALLS + " calls has a command of its own, in " + ATTEMPTS + " attempts");
            }
        }
    }

    private static long commandsOf(Predicate<CharSequence> call, List<String> elements, ScriptedServer front) {
        front.forgetRequests();
        HeldCalls.of(front, elements, call);
        return front.requests().stream()
                .filter(request -> request.name().startsWith("BITFIELD"))
                .count();
    }

    /** One of the two partitions has become something else. */
    @Test
    @Checks("7.12")
    void anErrorReachesTheCallsThatItConcernsAndNoOthers() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server);
                RespClient redis = server.client()) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec());
            ElementLocator locator = ElementLocator.stored(filter.description());
            List<String> elements = words("word-", CALLS);
            String broken = key(locator, elements.get(0));
            redis.call("DEL", broken);
            redis.call("RPUSH", broken, "x");
            List<Object> expected = new ArrayList<>();
            for (String element : elements) {
                expected.add(key(locator, element).equals(broken) ? ForeignDataException.class : true);
            }
            assertAnswers(elements, expected, HeldCalls.of(front, elements, filter::add));
            assertAnswers(elements, expected, HeldCalls.of(front, elements, filter::mightContain));
        }
    }

    /** Names the first calls whose answer is another one, and no others: there are many calls. */
    private static void assertAnswers(List<String> elements, List<?> expected, List<?> answers) {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            if (!expected.get(i).equals(answers.get(i))) {
                wrong.add(elements.get(i) + " got " + shortly(answers.get(i)) + ", not " + shortly(expected.get(i)));
            }
        }
        assertEquals(
                List.of(),
                wrong.subList(0, Math.min(wrong.size(), 3)),
                wrong.size() + " of " + elements.size() + " calls");
    }

    private static String shortly(Object answer) {
        return answer instanceof Class<?> type ? type.getSimpleName() : answer.toString();
    }

    /** The interrupt comes when the write has arrived, and before it is executed. */
    @Test
    @Checks("7.16")
    void anInterruptDoesNotUndoWhatWasSent() throws Exception {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec());
            filter.add("present");
            front.forgetRequests();
            CountDownLatch arrived = new CountDownLatch(1);
            CountDownLatch gate = new CountDownLatch(1);
            front.answer(request -> {
                if (Writes.isWrite(request)) {
                    arrived.countDown();
                    Uninterruptibles.awaitUninterruptibly(gate);
                }
                return null;
            });
            AtomicBoolean flag = new AtomicBoolean();
            FutureTask<Boolean> call = new FutureTask<>(() -> {
                try {
                    return filter.add("event");
                } finally {
                    flag.set(Thread.currentThread().isInterrupted());
                }
            });
            Thread thread = new Thread(call);
            thread.setDaemon(true);
            thread.start();
            try {
                assertTrue(arrived.await(PATIENT.toSeconds(), TimeUnit.SECONDS), "nothing was sent");
                thread.interrupt();
            } finally {
                gate.countDown();
            }
            try {
                assertTrue(call.get(PATIENT.toSeconds(), TimeUnit.SECONDS), "the element is new");
            } catch (ExecutionException failed) {
                BackendException unknown = assertInstanceOf(BackendException.class, failed.getCause());
                assertTrue(unknown.mayHaveBeenApplied(), unknown.getMessage());
            }
            assertTrue(flag.get(), "the interrupt flag is gone");
            for (int i = 0; i < 3; i++) {
                assertTrue(answered(() -> filter.mightContain("present")));
                assertFalse(answered(() -> filter.mightContain("never added")));
            }
            Await.until("the write is executed", PATIENT, () -> answered(() -> filter.mightContain("event")));
            Writes.assertSentOnce("interrupted", front);
        }
    }

    private static String key(ElementLocator locator, String element) {
        return locator.locate(element.getBytes(StandardCharsets.UTF_8)).get(0).key();
    }

    private FilterSpec spec() {
        return fresh().capacity(10_000).falsePositiveRate(1e-9).partitions(2).build();
    }
}
