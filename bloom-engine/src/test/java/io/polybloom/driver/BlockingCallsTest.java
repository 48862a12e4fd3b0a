package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.operations.FilterEngine;
import io.polybloom.operations.FilterOperations;
import io.polybloom.operations.SingleCall;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.TestFilters;
import java.lang.reflect.Method;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Threads whose calls wait while the answers of the first ones are kept back. */
@Timeout(300)
class BlockingCallsTest {

    private static final int BUSY = BlockingCalls.MOST_UNDER_WAY;
    private static final int THREADS = 64;

    private final HeldRedis redis = new HeldRedis();
    private final BlockingDriver driver = new BlockingDriver(redis);

    /** The calls of the filter that was opened last. */
    private BlockingCalls calls;

    @Test
    void callsThatWaitGoTogetherAndEachGetsItsOwnAnswer() throws Exception {
        FilterOperations<CharSequence> filter = open(TestFilters.clicks(1));
        List<String> words = TestFilters.words(THREADS);
        driver.run(filter.addAll(words.subList(0, THREADS / 2)));
        List<Caller> callers = whileAllAreKeptBack(filter, words, false);
        redis.redis.batches.clear();
        redis.letGo();
        for (int i = 0; i < THREADS; i++) {
            assertEquals(i < THREADS / 2, callers.get(i).answer(), words.get(i));
        }
        assertEquals(1, redis.redis.batches.size(), "one command for all that have waited");
    }

    @Test
    void ofEqualElementsOneIsNew() throws Exception {
        FilterOperations<CharSequence> filter = open(TestFilters.clicks(1));
        List<Caller> callers = whileAllAreKeptBack(filter, List.copyOf(TestFilters.words(BUSY + 20)), true);
        for (int i = 0; i < 20; i++) {
            Caller again = new Caller(filter.adding("word-" + (BUSY + i)));
            callers.add(again);
            awaitWaiting(again, 21 + i);
        }
        redis.letGo();
        for (int i = 0; i < callers.size(); i++) {
            assertEquals(i < BUSY + 20, callers.get(i).answer(), "call " + i);
        }
    }

    @Test
    void anErrorOfOnePartitionReachesOnlyItsCallersAndReadsAsForASingleCall() throws Exception {
        FilterOperations<CharSequence> filter = open(TestFilters.clicks(2));
        List<String> words = TestFilters.words(THREADS);
        List<Caller> callers = whileAllAreKeptBack(filter, words, true);
        String[] broken = new String[1];
        redis.redis.answerInstead = command -> {
            String key = new String(command.key(), StandardCharsets.UTF_8);
            if (command.verb() == Verb.BITFIELD && (broken[0] == null || broken[0].equals(key))) {
                broken[0] = key;
                return Reply.Failure.ofServer("OOM command not allowed", null);
            }
            return null;
        };
        redis.letGo();
        int refused = 0;
        for (int i = BUSY; i < THREADS; i++) {
            Throwable failure = callers.get(i).failureOrNull();
            if (failure != null) {
                refused++;
                SingleCall again = filter.adding(words.get(i));
                BackendException single = assertThrows(BackendException.class, () -> driver.run(filter.start(again)));
                assertEquals(withoutSize(single), withoutSize(failure));
                assertEquals(Reason.OUT_OF_MEMORY, ((BackendException) failure).reason());
                assertFalse(((BackendException) failure).mayHaveBeenApplied());
            } else {
                assertTrue(callers.get(i).answer());
            }
        }
        assertTrue(refused > 0 && refused < THREADS - BUSY, refused + " were refused");
    }

    @Test
    void anAddThatAFullFilterRefusesIsRefusedAlone() throws Exception {
        FilterOperations<CharSequence> filter = open(FilterSpec.named("clicks")
                .capacity(100)
                .overCapacity(OverCapacity.REJECT)
                .build());
        List<String> words = TestFilters.words(2_000);
        String known = words.get(0);
        assertThrows(RuntimeException.class, () -> driver.run(filter.addAll(words)));
        OverCapacityException single =
                assertThrows(OverCapacityException.class, () -> driver.run(filter.add("single")));
        List<String> elements = new ArrayList<>(TestFilters.words(BUSY));
        elements.addAll(List.of(known, "not there", "not there either"));
        List<Caller> callers = whileAllAreKeptBack(filter, elements, true);
        redis.letGo();
        assertFalse(callers.get(BUSY).answer());
        for (int i = BUSY + 1; i < elements.size(); i++) {
            OverCapacityException refused =
                    assertInstanceOf(OverCapacityException.class, callers.get(i).failureOrNull());
            assertEquals(single.getMessage(), refused.getMessage());
        }
    }

    /** The add is in progress as long as the listener runs, so a look-up that waited for it would wait for itself. */
    @Test
    void theOverCapacityListenerMayAskForTheElementThatIsBeingAdded() throws Exception {
        FilterSpec spec = FilterSpec.named("clicks").capacity(100).build();
        driver.run(open(spec).addAll(TestFilters.words(300)));
        List<Boolean> answers = new ArrayList<>();
        List<FilterOperations<CharSequence>> opened = new ArrayList<>();
        FilterOptions options = FilterOptions.defaults()
                .overCapacityListener(
                        stats -> answers.add(calls.run(opened.get(0).lookingUp("word-0"))));
        FilterOperations<CharSequence> filter = open(spec, options);
        opened.add(filter);
        List<Caller> callers = whileAllAreKeptBack(filter, TestFilters.words(BUSY), false);
        Caller adding = new Caller(filter.adding("word-0"));
        awaitWaiting(adding, 1);
        redis.letGo();
        assertFalse(adding.answer());
        assertEquals(List.of(true), answers);
        for (Caller caller : callers) {
            assertTrue(caller.answer());
        }
    }

    @Test
    void anInterruptedThreadLeavesAndHurtsNobody() throws Exception {
        FilterOperations<CharSequence> filter = open(TestFilters.clicks(1));
        List<String> words = TestFilters.words(BUSY + 3);
        List<Caller> callers = whileAllAreKeptBack(filter, words, true);
        Caller first = callers.get(BUSY);
        first.thread.interrupt();
        BackendException failure = assertInstanceOf(BackendException.class, first.failureOrNull());
        assertEquals(Reason.INTERRUPTED, failure.reason());
        assertFalse(failure.mayHaveBeenApplied());
        assertTrue(first.isInterrupted, "the flag stays set");
        redis.letGo();
        assertTrue(callers.get(BUSY + 1).answer());
        assertTrue(callers.get(BUSY + 2).answer());
        assertTrue(driver.run(filter.add(words.get(BUSY))), "it was not sent");
    }

    /** The carrier is interrupted while it waits for a connection, then while it waits for the answer. */
    @Test
    void anInterruptOfTheThreadThatCarriesCostsNoAnswer() throws Exception {
        FilterOperations<CharSequence> filter = open(TestFilters.clicks(1));
        List<Batch> sent = new ArrayList<>();
        List<String> accidents = new ArrayList<>(List.of("pool", "answer"));
        BlockingDriver interrupted = new BlockingDriver(batch -> {
            Thread.currentThread().interrupt();
            InterruptedException cause = new InterruptedException();
            if (accidents.remove("pool")) {
                return () -> List.of(Reply.Failure.notSent(new IllegalStateException(cause)));
            }
            sent.add(batch);
            List<Reply> answer = redis.redis.send(batch).await();
            return () -> accidents.remove("answer") ? List.of(Reply.Failure.noAnswer(cause)) : answer;
        });
        boolean[] answers = interrupted.runForOthers(filter.together(List.of(filter.adding("a"), filter.adding("b"))));
        assertTrue(Thread.interrupted(), "the flag is set again");
        assertTrue(answers[0] && answers[1]);
        assertEquals(1, sent.size(), "it was sent once");
    }

    /** As virtual threads are: an interrupt closes the socket that they read. */
    @Test
    void aThreadThatMayNotCarryIsInterruptedWithoutHarmToAnybody() throws Exception {
        FilterOperations<CharSequence> filter = open(TestFilters.clicks(1));
        calls = new BlockingCalls(filter, driver, thread -> false);
        List<Caller> callers = whileAllAreKeptBack(filter, TestFilters.words(BUSY + 3), true);
        List<Caller> carried = callers.subList(BUSY, BUSY + 3);
        List<Thread> carriers = new ArrayList<>();
        redis.redis.before = batch -> {
            carriers.add(Thread.currentThread());
            carried.forEach(each -> each.thread.interrupt());
        };
        redis.letGo();
        for (Caller each : carried) {
            assertTrue(each.answer());
            assertTrue(each.isInterrupted, "the flag stays set");
        }
        assertEquals(1, carriers.size(), "one command for all");
        assertTrue(callers.stream().noneMatch(each -> carriers.contains(each.thread)));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreadsAreKnown() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        assertTrue(VirtualThreads.include((Thread) start.invoke(null, (Runnable) () -> {})));
        assertFalse(VirtualThreads.include(Thread.currentThread()));
    }

    @Test
    void anErrorInTheCarryingThreadReachesAllThatItCarries() throws Exception {
        FilterOperations<CharSequence> filter = open(TestFilters.clicks(1));
        List<Caller> callers = whileAllAreKeptBack(filter, TestFilters.words(BUSY + 3), false);
        StackOverflowError error = new StackOverflowError();
        redis.redis.before = batch -> {
            throw error;
        };
        redis.letGo();
        for (Caller each : callers.subList(BUSY, BUSY + 3)) {
            assertEquals(error, each.failureOrNull());
        }
        redis.redis.before = batch -> {};
        assertFalse(new Caller(filter.lookingUp("later")).answer(), "nothing is stuck");
    }

    @Test
    void whoHasWaitedForAServerThatAnswersNobodyInTimeIsNotSent() throws Exception {
        FilterOperations<CharSequence> filter = open(TestFilters.clicks(1));
        List<Caller> callers = whileAllAreKeptBack(filter, TestFilters.words(BUSY + 3), true);
        int sent = batches();
        redis.failWith(new IllegalStateException("read", new SocketTimeoutException("Read timed out")));
        redis.letGo();
        for (Caller each : callers.subList(0, BUSY)) {
            assertEquals(Reason.NO_ANSWER, failure(each).reason());
        }
        for (Caller each : callers.subList(BUSY, BUSY + 3)) {
            assertEquals(Reason.UNREACHABLE, failure(each).reason());
            assertFalse(failure(each).mayHaveBeenApplied());
        }
        assertEquals(sent, batches());
        redis.failWith(null);
        assertFalse(new Caller(filter.lookingUp("later")).answer(), "nothing is stuck");
    }

    private static BackendException failure(Caller caller) throws Exception {
        return assertInstanceOf(BackendException.class, caller.failureOrNull());
    }

    /** The message names the command that was sent, with the number of its arguments. */
    private static String withoutSize(Throwable failure) {
        return failure.getMessage().replaceFirst("\\(\\d+ arguments\\)", "");
    }

    private FilterOperations<CharSequence> open(FilterSpec spec) {
        return open(spec, FilterOptions.defaults());
    }

    private FilterOperations<CharSequence> open(FilterSpec spec, FilterOptions options) {
        FilterOperations<CharSequence> filter =
                driver.run(new FilterEngine(redis).open(spec, TestFilters.TEXT, options));
        calls = new BlockingCalls(filter, driver);
        return filter;
    }

    /** Calls each from a thread of its own: the first are under way, the others wait, in this order. */
    private List<Caller> whileAllAreKeptBack(
            FilterOperations<CharSequence> filter, List<String> elements, boolean add) {
        redis.hold();
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            String element = elements.get(i);
            int before = redis.redis.batches.size();
            Caller caller = new Caller(add ? filter.adding(element) : filter.lookingUp(element));
            callers.add(caller);
            if (i < BUSY) {
                while (batches() == before) {
                    Thread.onSpinWait();
                }
            } else {
                awaitWaiting(caller, i - BUSY + 1);
            }
        }
        return callers;
    }

    private int batches() {
        synchronized (redis) {
            return redis.redis.batches.size();
        }
    }

    private void awaitWaiting(Caller caller, int count) {
        while (calls.queues.queueOf(caller.call).waiting() < count) {
            Thread.onSpinWait();
        }
    }

    /** A thread that makes one call. */
    private final class Caller {
        final SingleCall call;
        final Thread thread;
        volatile boolean isInterrupted;
        private final Future<Boolean> answer;

        Caller(SingleCall call) {
            this.call = call;
            Callable<Boolean> work = () -> {
                try {
                    return calls.run(call);
                } finally {
                    isInterrupted = Thread.currentThread().isInterrupted();
                }
            };
            FutureTask<Boolean> task = new FutureTask<>(work);
            this.answer = task;
            this.thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
        }

        boolean answer() throws Exception {
            return answer.get(300, TimeUnit.SECONDS);
        }

        Throwable failureOrNull() throws Exception {
            try {
                answer();
                return null;
            } catch (ExecutionException failure) {
                return failure.getCause();
            }
        }
    }
}
