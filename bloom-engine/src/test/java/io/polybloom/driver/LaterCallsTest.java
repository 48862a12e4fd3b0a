package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.Acknowledgement;
import io.polybloom.BackendException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.locate.ElementLocator;
import io.polybloom.operations.CallQueues;
import io.polybloom.operations.FilterEngine;
import io.polybloom.operations.FilterOperations;
import io.polybloom.operations.SingleCall;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LaterCallsTest {

    private static final int BUSY = LaterCalls.MOST_UNDER_WAY;
    private static final int TOGETHER = 8;
    private static final int MANY = 100_000;
    private static final int SMALL_STACK = 256 * 1024;

    private static final FilterOptions ACKNOWLEDGED =
            FilterOptions.defaults().acknowledgedBy(2, Duration.ofMillis(500));

    /** Takes the outcome of a call. */
    private static final class Caller implements SingleCall.Caller {
        @Nullable
        Boolean answer;

        @Nullable
        Throwable failure;

        Runnable afterwards = () -> {};

        @Override
        public void answered(boolean isYes) {
            answer = isYes;
            afterwards.run();
        }

        @Override
        public void failed(Throwable thrown) {
            failure = thrown;
        }
    }

    private abstract static class Flavour implements LaterCalls.Flavour<Caller> {
        @Override
        public Caller promise(Consumer<SingleCall.Caller> request, Runnable leave) {
            Caller caller = new Caller();
            request.accept(caller);
            return caller;
        }
    }

    /** Runs groups at once. Calls that go alone are under way until they are told to end. */
    private static final class GroupsAtOnce extends Flavour {
        final Deque<Runnable> underWay = new ArrayDeque<>();
        private final BlockingDriver driver;

        @Nullable
        Throwable failureOfSingles;

        GroupsAtOnce(BlockingDriver driver) {
            this.driver = driver;
        }

        @Override
        public Caller runAlone(Supplier<Step<Boolean>> operation, Consumer<@Nullable Throwable> end) {
            underWay.add(() -> end.accept(failureOfSingles));
            return new Caller();
        }

        @Override
        public void runTogether(Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end) {
            boolean[] answers;
            try {
                answers = driver.run(operation);
            } catch (RuntimeException failure) {
                end.accept(null, failure);
                return;
            }
            end.accept(answers, null);
        }
    }

    private final Deque<Runnable> heldBack = new ArrayDeque<>();

    @Test
    void aServerThatDoesNotAnswerHoldsUpNoCallsToOthers() {
        MemoryRedis redis = new MemoryRedis(2);
        FilterOperations<CharSequence> filter = open(redis, TestFilters.clicks(2));
        LaterCalls<Caller> calls = new LaterCalls<>(filter, firstServerHeldBack(redis));
        List<String> onFirst = onServer(filter, 0, 3 * BUSY);
        List<String> onSecond = onServer(filter, 1, 3 * BUSY);
        List<Caller> hanging =
                onFirst.stream().map(word -> calls.run(filter.adding(word))).toList();
        assertEquals(BUSY, heldBack.size(), "the others wait");
        for (String word : onSecond) {
            assertEquals(true, calls.run(filter.adding(word)).answer);
        }
        for (Caller each : hanging) {
            assertNull(each.answer);
            assertNull(each.failure);
        }
        while (!heldBack.isEmpty()) {
            heldBack.remove().run();
        }
        for (Caller each : hanging) {
            assertEquals(true, each.answer);
        }
    }

    /**
     * Each call is made by the caller of the one before, in its answer, in two chains: while a call of one chain is
     * answered, one of the other waits. All of this happens in one thread.
     */
    @Test
    void callsAfterAnswersThatAreThereAtOnceDoNotPileUp() throws Exception {
        MemoryRedis redis = new MemoryRedis();
        FilterOperations<CharSequence> filter = open(redis, TestFilters.clicks(1));
        GroupsAtOnce flavour = new GroupsAtOnce(new BlockingDriver(redis));
        LaterCalls<Caller> calls = new LaterCalls<>(filter, flavour);
        occupy(flavour, () -> calls.run(filter.lookingUp("busy")));
        int[] answers = {0};
        repeat(redis, () -> calls.run(filter.lookingUp("asked for")), answers);
        repeat(redis, () -> calls.run(filter.adding("added")), answers);
        onSmallStack(flavour.underWay.remove());
        assertEquals(MANY + 1, answers[0], "the last calls of both chains are answered");
    }

    private static void repeat(MemoryRedis redis, Supplier<Caller> call, int[] answers) {
        call.get().afterwards = () -> {
            redis.batches.clear();
            answers[0]++;
            if (answers[0] < MANY) {
                repeat(redis, call, answers);
            }
        };
    }

    /** Makes calls that go alone, until others must wait. */
    private static void occupy(GroupsAtOnce flavour, Runnable call) {
        for (int i = 0; i < BUSY; i++) {
            call.run();
        }
        assertEquals(BUSY, flavour.underWay.size());
    }

    /** As many calls as may wait: several hundred groups. */
    @Test
    void groupsAfterAnswersThatAreThereAtOnceDoNotPileUp() throws Exception {
        MemoryRedis redis = new MemoryRedis();
        FilterOperations<CharSequence> filter = open(redis, TestFilters.clicks(1));
        GroupsAtOnce flavour = new GroupsAtOnce(new BlockingDriver(redis));
        LaterCalls<Caller> calls = new LaterCalls<>(filter, flavour);
        occupy(flavour, () -> calls.run(filter.lookingUp("busy")));
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < CallQueues.MOST_WAITING; i++) {
            callers.add(calls.run(filter.lookingUp("word-" + i)));
        }
        assertInstanceOf(BackendException.class, calls.run(filter.lookingUp("one too many")).failure);
        redis.batches.clear();
        onSmallStack(flavour.underWay.remove());
        for (Caller each : callers) {
            assertEquals(false, each.answer);
        }
        assertTrue(redis.batches.size() > 100, redis.batches.size() + " groups");
    }

    /** A request does not wait for twice the client's timeout. */
    @Test
    void whoHasWaitedForAServerThatAnswersNobodyInTimeIsNotSent() {
        MemoryRedis redis = new MemoryRedis();
        FilterOperations<CharSequence> filter = open(redis, TestFilters.clicks(1));
        GroupsAtOnce flavour = new GroupsAtOnce(new BlockingDriver(redis));
        List<Caller> waiting = waitBehind(filter, flavour, redis);
        BackendException late = noAnswer(new TimeoutException());
        flavour.failureOfSingles = late;
        flavour.underWay.remove().run();
        for (Caller each : waiting) {
            BackendException notSent = assertInstanceOf(BackendException.class, each.failure);
            assertEquals(BackendException.Reason.UNREACHABLE, notSent.reason());
            assertFalse(notSent.mayHaveBeenApplied());
            assertSame(late, notSent.getCause());
        }
        assertEquals(List.of(), redis.batches);
    }

    @Test
    void whoHasWaitedIsSentWhenAConnectionBreaks() {
        MemoryRedis redis = new MemoryRedis();
        FilterOperations<CharSequence> filter = open(redis, TestFilters.clicks(1));
        GroupsAtOnce flavour = new GroupsAtOnce(new BlockingDriver(redis));
        List<Caller> waiting = waitBehind(filter, flavour, redis);
        flavour.failureOfSingles = noAnswer(new SocketException("Connection reset"));
        flavour.underWay.remove().run();
        waiting.forEach(each -> assertEquals(true, each.answer));
    }

    private static BackendException noAnswer(Throwable cause) {
        return new BackendException(BackendException.Reason.NO_ANSWER, true, "the server did not answer", cause);
    }

    /** Lets adds wait behind calls that are under way. */
    private static List<Caller> waitBehind(
            FilterOperations<CharSequence> filter, GroupsAtOnce flavour, MemoryRedis redis) {
        LaterCalls<Caller> calls = new LaterCalls<>(filter, flavour);
        occupy(flavour, () -> calls.run(filter.adding("busy")));
        List<Caller> waiting = new ArrayList<>();
        for (int i = 0; i < TOGETHER; i++) {
            waiting.add(calls.run(filter.adding("waiting-" + i)));
        }
        redis.batches.clear();
        return waiting;
    }

    @Test
    void aGroupOfAddsIsAcknowledgedAsOne() {
        MemoryRedis redis = new MemoryRedis();
        FilterOperations<CharSequence> filter = open(redis, TestFilters.clicks(1), ACKNOWLEDGED);
        redis.replicas = 2;
        for (Caller each : together(redis, filter, "acknowledged-")) {
            assertEquals(true, each.answer);
        }
        redis.replicas = 1;
        BackendException single = assertThrows(
                BackendException.class, () -> acknowledging(redis).run(filter.start(filter.adding("single"))));
        assertTrue(single.mayHaveBeenApplied());
        for (Caller each : together(redis, filter, "unacknowledged-")) {
            BackendException failure = assertInstanceOf(BackendException.class, each.failure);
            assertEquals(single.reason(), failure.reason());
            assertTrue(failure.mayHaveBeenApplied());
        }
    }

    /** Lets calls wait while others are under way, then lets them go; they need one batch, with one WAIT. */
    private static List<Caller> together(MemoryRedis redis, FilterOperations<CharSequence> filter, String prefix) {
        GroupsAtOnce flavour = new GroupsAtOnce(acknowledging(redis));
        LaterCalls<Caller> calls = new LaterCalls<>(filter, flavour);
        occupy(flavour, () -> calls.run(filter.adding("busy")));
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < TOGETHER; i++) {
            callers.add(calls.run(filter.adding(prefix + i)));
        }
        redis.batches.clear();
        flavour.underWay.forEach(Runnable::run);
        assertEquals(1, redis.batches.size());
        List<Verb> verbs = redis.batches.get(0).commands().stream()
                .map(command -> command.verb())
                .toList();
        assertEquals(List.of(Verb.BITFIELD, Verb.WAIT), verbs);
        return callers;
    }

    private static BlockingDriver acknowledging(MemoryRedis redis) {
        Acknowledgement asked = ACKNOWLEDGED.acknowledgement().orElseThrow();
        return new BlockingDriver(
                AcknowledgedTransport.over(redis, asked, (answer, reading) -> () -> reading.apply(answer.await())));
    }

    private static FilterOperations<CharSequence> open(MemoryRedis redis, FilterSpec spec) {
        return open(redis, spec, FilterOptions.defaults());
    }

    private static FilterOperations<CharSequence> open(MemoryRedis redis, FilterSpec spec, FilterOptions options) {
        return new BlockingDriver(redis).run(new FilterEngine(redis).open(spec, TestFilters.TEXT, options));
    }

    /** Runs operations as a flavour does that answers later; the answers of the first server are held back. */
    private Flavour firstServerHeldBack(MemoryRedis redis) {
        return new Flavour() {
            @Override
            public Caller runAlone(Supplier<Step<Boolean>> operation, Consumer<@Nullable Throwable> end) {
                Caller caller = new Caller();
                run(redis, operation.get(), (answer, failure) -> {
                    end.accept(failure);
                    caller.answered(answer);
                });
                return caller;
            }

            @Override
            public void runTogether(
                    Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end) {
                run(redis, operation, end);
            }
        };
    }

    /** Runs an operation; the replies of the first server are held back. */
    private <R> void run(MemoryRedis redis, Step<R> operation, BiConsumer<@Nullable R, @Nullable Throwable> end) {
        new CallbackDriver<Batch, R>(
                        batch -> batch,
                        new PrimaryProof(),
                        (batch, landed) -> {
                            Runnable arrival =
                                    () -> landed.accept(redis.send(batch).await(), null);
                            if (batch.server() == 0) {
                                heldBack.add(arrival);
                            } else {
                                arrival.run();
                            }
                        },
                        operation,
                        () -> false,
                        end)
                .start();
    }

    private static List<String> onServer(FilterOperations<CharSequence> filter, int server, int count) {
        ElementLocator locator = ElementLocator.stored(filter.description());
        List<String> elements = new ArrayList<>();
        for (int i = 0; elements.size() < count; i++) {
            String element = "word-" + i;
            byte[] bytes = element.getBytes(StandardCharsets.UTF_8);
            if (locator.locate(bytes).get(0).partition() == server) {
                elements.add(element);
            }
        }
        return elements;
    }

    /** Runs an action where calls that are nested in each other soon find no more room. */
    private static void onSmallStack(Runnable action) throws Exception {
        FutureTask<Boolean> task = new FutureTask<>(action, true);
        new Thread(null, task, "small stack", SMALL_STACK).start();
        assertTrue(task.get(300, TimeUnit.SECONDS));
    }
}
