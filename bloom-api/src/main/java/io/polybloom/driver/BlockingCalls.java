package io.polybloom.driver;

import com.google.common.base.Throwables;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs single calls of blocking threads. Calls that have waited are sent as a group, by the thread of the group's first
 * call: it runs the operation of the group, which includes its own call, and returns. Then the thread of another
 * waiting call runs the next group, so no thread works for others once it knows its own answer. Thread-safe.
 */
final class BlockingCalls {

    /**
     * The number of calls and groups that may be in progress on a server before others wait. It is the default size of
     * a Jedis pool, so that no thread waits here that would not have waited for a connection. With four, eight threads
     * make fewer calls per second: docs/performance.md, "Single calls of many callers", has the measurement.
     */
    static final int MOST_UNDER_WAY = 8;

    final CallQueues queues;
    private final FilterOperations<?> operations;
    private final BlockingDriver driver;

    BlockingCalls(FilterOperations<?> operations, BlockingDriver driver) {
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
        if (queue.letGoAlone()) {
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
        List<SingleCall> group = thread.toCarry();
        if (!group.isEmpty()) {
            carry(queue, group);
        }
        return thread.answer();
    }

    private void carry(CallQueue queue, List<SingleCall> group) {
        long before = queue.answers();
        boolean[] answers = null;
        Throwable failure = null;
        try {
            answers = driver.runForOthers(operations.together(group));
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
        }
        land(queue, group, before, failure);
        CallQueues.settle(group, answers, failure);
    }

    private void land(CallQueue queue, List<SingleCall> calls, long before, @Nullable Throwable failure) {
        queues.land(queue, calls, before, failure);
        letOthersGo(queue);
    }

    private static void letOthersGo(CallQueue queue) {
        for (List<SingleCall> group = queue.next(); !group.isEmpty(); group = queue.next()) {
            ((WaitingThread) group.get(0).waiting().caller).letCarry(group);
        }
    }

    /** A thread that waits until another thread has answered its call, or until it is asked to run a group. */
    private static final class WaitingThread implements SingleCall.Caller {

        private final Thread thread = Thread.currentThread();
        private List<SingleCall> group = List.of();
        private boolean answer;
        private @Nullable Throwable failure;
        private volatile boolean wanted;

        /** Asks the thread to run a group that contains its own call. */
        void letCarry(List<SingleCall> calls) {
            group = calls;
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

        /** Returns whether there is a group to run, or the answer. */
        boolean isWanted() {
            return wanted;
        }

        /** Waits until the thread is woken up, which may happen spuriously. */
        void park() {
            LockSupport.park(this);
        }

        /** Returns the group to run; none if another thread has brought the answer. */
        List<SingleCall> toCarry() {
            return group;
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
