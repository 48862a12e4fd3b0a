package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.Acknowledgement;
import io.polybloom.BackendException;
import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.TestFilters;
import io.polybloom.locate.ElementLocator;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaterCallsTest {

    private static final int BUSY = CallQueue.MOST_UNDER_WAY;
    private static final int MANY = 100_000;
    private static final int SMALL_STACK = 256 * 1024;

    private static final FilterSpec ACKNOWLEDGED = FilterSpec.named("clicks")
            .capacity(1000)
            .partitions(1)
            .acknowledgedBy(2, Duration.ofMillis(500))
            .build();

    /** Takes what becomes of a call. */
    private static final class Caller implements SingleCall.Caller {
        @Nullable
        Boolean answer;

        @Nullable
        Throwable failure;

        @Override
        public void answered(boolean isYes) {
            answer = isYes;
        }

        @Override
        public void failed(Throwable thrown) {
            failure = thrown;
        }
    }

    private final Deque<Runnable> heldBack = new ArrayDeque<>();

    @Test
    void aServerThatDoesNotAnswerHoldsUpNoCallsToOthers() {
        MemoryRedis redis = new MemoryRedis(2);
        FilterOperations<CharSequence> filter = open(redis, TestFilters.clicks(2));
        LaterCalls calls = new LaterCalls(filter, (operation, end) -> run(redis, operation, end));
        List<String> onFirst = onServer(filter, 0, 3 * BUSY);
        List<String> onSecond = onServer(filter, 1, 3 * BUSY);
        List<Caller> hanging = add(redis, calls, filter, onFirst);
        assertEquals(BUSY, heldBack.size(), "the others wait");
        for (Caller each : add(redis, calls, filter, onSecond)) {
            assertEquals(true, each.answer);
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

    /** Each call is made by the caller of the one before, in its answer; all of this happens in one thread. */
    @Test
    void callsAfterAnswersThatAreThereAtOnceDoNotPileUp() throws Exception {
        MemoryRedis redis = new MemoryRedis();
        FilterOperations<CharSequence> filter = open(redis, TestFilters.clicks(1));
        LaterCalls calls = atOnce(filter, new BlockingDriver(redis));
        int[] answers = {0};
        SingleCall.Caller next = new SingleCall.Caller() {
            @Override
            public void answered(boolean isYes) {
                redis.batches.clear();
                answers[0]++;
                if (answers[0] < MANY) {
                    calls.await(filter.lookingUp("word"), this);
                }
            }

            @Override
            public void failed(Throwable failure) {
                throw new AssertionError(failure);
            }
        };
        onSmallStack(() -> calls.await(filter.lookingUp("word"), next));
        assertEquals(MANY, answers[0]);
    }

    /** As many calls as may wait: several hundred groups. */
    @Test
    void groupsAfterAnswersThatAreThereAtOnceDoNotPileUp() throws Exception {
        MemoryRedis redis = new MemoryRedis();
        FilterOperations<CharSequence> filter = open(redis, TestFilters.clicks(1));
        LaterCalls calls = atOnce(filter, new BlockingDriver(redis));
        List<SingleCall> underWay = new ArrayList<>();
        for (int i = 0; i < BUSY; i++) {
            SingleCall call = filter.lookingUp("busy");
            assertTrue(calls.letGoAlone(call));
            underWay.add(call);
        }
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < CallQueue.MOST_WAITING; i++) {
            Caller caller = new Caller();
            callers.add(caller);
            calls.await(filter.lookingUp("word-" + i), caller);
        }
        Caller refused = new Caller();
        calls.await(filter.lookingUp("one too many"), refused);
        assertInstanceOf(BackendException.class, refused.failure);
        redis.batches.clear();
        onSmallStack(() -> calls.landed(underWay.get(0)));
        for (Caller each : callers) {
            assertEquals(false, each.answer);
        }
        assertTrue(redis.batches.size() > 100, redis.batches.size() + " groups");
    }

    @Test
    void aGroupOfAddsIsAcknowledgedAsOne() {
        MemoryRedis redis = new MemoryRedis();
        FilterOperations<CharSequence> filter = open(redis, ACKNOWLEDGED);
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

    /** Lets calls wait while eight others are under way, then lets them go; they need one batch, with one WAIT. */
    private static List<Caller> together(MemoryRedis redis, FilterOperations<CharSequence> filter, String prefix) {
        LaterCalls calls = atOnce(filter, acknowledging(redis));
        List<SingleCall> underWay = new ArrayList<>();
        for (int i = 0; i < BUSY; i++) {
            SingleCall call = filter.adding("busy");
            assertTrue(calls.letGoAlone(call));
            underWay.add(call);
        }
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < BUSY; i++) {
            Caller caller = new Caller();
            callers.add(caller);
            calls.await(filter.adding(prefix + i), caller);
        }
        redis.batches.clear();
        underWay.forEach(calls::landed);
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
                new AcknowledgedTransport<>(redis, asked, (answer, reading) -> () -> reading.apply(answer.await())));
    }

    private static FilterOperations<CharSequence> open(MemoryRedis redis, FilterSpec spec) {
        return new BlockingDriver(redis).run(new FilterEngine(redis).open(spec, TestFilters.TEXT));
    }

    /** Calls whose operations have ended when they are started. */
    private static LaterCalls atOnce(FilterOperations<CharSequence> filter, BlockingDriver driver) {
        return new LaterCalls(filter, (operation, end) -> {
            boolean[] answers;
            try {
                answers = driver.run(operation);
            } catch (RuntimeException failure) {
                end.accept(null, failure);
                return;
            }
            end.accept(answers, null);
        });
    }

    /** Adds as a flavour does that answers later. */
    private List<Caller> add(
            MemoryRedis redis, LaterCalls calls, FilterOperations<CharSequence> filter, List<String> elements) {
        List<Caller> callers = new ArrayList<>();
        for (String element : elements) {
            SingleCall call = filter.adding(element);
            Caller caller = new Caller();
            callers.add(caller);
            if (calls.letGoAlone(call)) {
                run(redis, filter.start(call), (answer, failure) -> {
                    caller.answered(answer);
                    calls.landed(call);
                });
            } else {
                calls.await(call, caller);
            }
        }
        return callers;
    }

    /** Runs an operation; what the first server answers is held back. */
    private <R> void run(MemoryRedis redis, Step<R> operation, BiConsumer<@Nullable R, @Nullable Throwable> end) {
        new CallbackDriver<Batch, R>(
                        batch -> batch,
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
        assertTrue(task.get(60, TimeUnit.SECONDS));
    }
}
