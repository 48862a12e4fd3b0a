package io.polybloom.driver;

import com.google.common.base.Throwables;
import io.polybloom.operations.CallQueue;
import io.polybloom.operations.CallQueues;
import io.polybloom.operations.FilterOperations;
import io.polybloom.operations.SingleCall;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs single calls of blocking threads. Calls that have waited are sent as a bundle, by the thread of the bundle's
 * first call: it runs the operation of the bundle, which includes its own call, and returns. Then the thread of another
 * waiting call runs the next bundle, so no thread works for others once it knows its own answer. Thread-safe.
 *
 * <p>A virtual thread runs no bundle with the calls of others. An interrupt closes the socket that it reads from, and
 * with it would go the answers to the calls of all others. A thread of our own does it, of which there are as many as
 * there are such bundles at a time.
 */
final class BlockingCalls {

    /**
     * The number of calls and bundles that may be in progress on a server before others wait. It is the default size of
     * a Jedis pool, so that no thread waits here that would not have waited for a connection. With four, eight threads
     * make fewer calls per second (the benchmark {@code ManyCallers.mightContain} with {@code -t 8}).
     */
    static final int MOST_UNDER_WAY = 8;

    private static final Executor HELPERS = Executors.newCachedThreadPool(action -> {
        // Without what threads inherit: it would be that of a caller who has nothing to do with the calls.
        Thread helper = new Thread(null, action, "polybloom-calls", 0, false);
        helper.setDaemon(true);
        helper.setContextClassLoader(BlockingCalls.class.getClassLoader());
        return helper;
    });

    final CallQueues queues;
    private final FilterOperations<?> operations;
    private final BlockingDriver driver;
    private final Predicate<Thread> mayCarry;

    BlockingCalls(FilterOperations<?> operations, BlockingDriver driver) {
        this(operations, driver, thread -> !VirtualThreads.include(thread));
    }

    /**
     * Prepares the calls.
     *
     * @param mayCarry whether a thread may run bundles, because an interrupt does not close the socket that it reads
     */
    BlockingCalls(FilterOperations<?> operations, BlockingDriver driver, Predicate<Thread> mayCarry) {
        this.mayCarry = mayCarry;
        this.operations = operations;
        this.queues = operations.newQueues(MOST_UNDER_WAY);
        this.driver = driver;
    }

    /** Runs a call, alone or together with others, and returns its answer or throws its exception. */
    boolean run(SingleCall call) {
        Boolean known = queues.answerFromNearCache(call);
        if (known != null) {
            return known;
        }
        if (operations.isCallOfListener()) {
            // The listener may be running in all calls that are in progress: there would be nobody to wait for.
            return driver.run(operations.start(call));
        }
        CallQueue queue = queues.queueOf(call);
        if (queue.tryStart()) {
            return runAlone(queue, call);
        }
        return Thread.currentThread().isInterrupted() ? driver.run(operations.start(call)) : await(queue, call);
    }

    private boolean runAlone(CallQueue queue, SingleCall call) {
        long before = queue.answers();
        boolean answer;
        try {
            answer = driver.run(operations.start(call));
        } catch (RuntimeException | Error failure) {
            land(queue, List.of(), before, failure);
            throw failure;
        }
        land(queue, List.of(), before, null);
        return answer;
    }

    private boolean await(CallQueue queue, SingleCall call) {
        WaitingThread thread = new WaitingThread();
        queues.enter(queue, call, thread);
        letOthersGo(queue);
        boolean wasInterrupted = false;
        while (!thread.isWanted()) {
            thread.park();
            if (Thread.interrupted()) {
                wasInterrupted = true;
                if (queue.leave(call)) {
                    letOthersGo(queue);
                    // The call now fails like one that an interrupted thread makes: nothing is sent.
                    Thread.currentThread().interrupt();
                    return driver.run(operations.start(call));
                }
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        List<SingleCall> bundle = thread.toCarry();
        if (!bundle.isEmpty()) {
            carry(queue, bundle);
        }
        return thread.answer();
    }

    private void carry(CallQueue queue, List<SingleCall> bundle) {
        long before = queue.answers();
        boolean[] answers = null;
        Throwable failure = null;
        try {
            answers = driver.runForOthers(operations.together(bundle));
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
        }
        land(queue, bundle, before, failure);
        CallQueues.distribute(bundle, answers, failure);
    }

    private void land(CallQueue queue, List<SingleCall> calls, long before, @Nullable Throwable failure) {
        queues.land(queue, calls, before, failure);
        letOthersGo(queue);
    }

    private void letOthersGo(CallQueue queue) {
        for (List<SingleCall> bundle = queue.next(); !bundle.isEmpty(); bundle = queue.next()) {
            WaitingThread first = (WaitingThread) bundle.get(0).waiting().caller;
            if (bundle.size() == 1 || mayCarry.test(first.thread)) {
                first.letCarry(bundle);
            } else {
                letHelperCarry(queue, bundle, first);
            }
        }
    }

    private void letHelperCarry(CallQueue queue, List<SingleCall> bundle, WaitingThread first) {
        try {
            HELPERS.execute(() -> carry(queue, bundle));
        } catch (OutOfMemoryError noThreadLeft) {
            // Nobody else would wake up those that wait.
            first.letCarry(bundle);
        }
    }

    /** A thread that waits until another thread has answered its call, or until it is asked to run a bundle. */
    private static final class WaitingThread implements SingleCall.Caller {

        private final Thread thread = Thread.currentThread();
        private List<SingleCall> bundle = List.of();
        private boolean answer;
        private @Nullable Throwable failure;
        private volatile boolean wanted;

        /** Asks the thread to run a bundle that contains its own call. */
        void letCarry(List<SingleCall> calls) {
            bundle = calls;
            wake();
        }

        @Override
        public void answered(boolean isYes) {
            answer = isYes;
            wake();
        }

        @Override
        public void failed(Throwable thrown) {
            failure = thrown;
            wake();
        }

        /** Returns whether there is a bundle to run, or the answer. */
        boolean isWanted() {
            return wanted;
        }

        /** Waits until the thread is woken up, which may happen spuriously. */
        void park() {
            LockSupport.park(this);
        }

        /** Returns the bundle to run; none if another thread has brought the answer. */
        List<SingleCall> toCarry() {
            return bundle;
        }

        /** Returns the answer or throws the exception in its place. */
        boolean answer() {
            if (failure != null) {
                Throwables.throwIfUnchecked(failure);
                throw new IllegalStateException(failure);
            }
            return answer;
        }

        private void wake() {
            wanted = true;
            LockSupport.unpark(thread);
        }
    }
}
