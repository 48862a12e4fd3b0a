package io.polybloom.driver;

import io.polybloom.step.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets single calls of a flavour that answers later go alone or together. The end of a call or a group sends the next
 * group; no thread waits. Thread-safe.
 */
public final class LaterCalls {

    /** Runs an operation of the flavour. */
    @FunctionalInterface
    public interface Runner {

        /**
         * Runs an operation.
         *
         * @param end takes the value, or the exception in its place, exactly once
         */
        void run(Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end);
    }

    private final FilterOperations<?> operations;
    private final Runner runner;

    /** The queues from which this thread is about to send. A call that ends meanwhile, in the same thread, adds its own. */
    private final ThreadLocal<@Nullable Deque<CallQueue>> sending = new ThreadLocal<>();

    /** Creates the calls of a filter, whose groups go through a runner. */
    public LaterCalls(FilterOperations<?> operations, Runner runner) {
        this.operations = operations;
        this.runner = runner;
    }

    /** Returns whether a call asks nobody, because the near cache answers it. */
    public boolean isKnown(SingleCall call) {
        return operations.lanes().isKnown(call);
    }

    /** Returns whether a call may go alone now; if so, {@link #landed} must follow once, when it has ended. */
    public boolean letGoAlone(SingleCall call) {
        return operations.lanes().queueOf(call).letGoAlone();
    }

    /** Takes note that a call which went alone has ended. */
    public void landed(SingleCall call) {
        CallQueue queue = operations.lanes().queueOf(call);
        queue.landed(List.of());
        sendGroups(queue);
    }

    /**
     * Lets a call wait for those under way, then go together with others.
     *
     * @param caller takes the answer
     */
    public void await(SingleCall call, SingleCall.Caller caller) {
        CallLanes lanes = operations.lanes();
        CallQueue queue = lanes.queueOf(call);
        lanes.prepareToWait(call, caller);
        try {
            queue.enter(call);
        } catch (RuntimeException refused) {
            caller.failed(refused);
            return;
        }
        sendGroups(queue);
    }

    /** Takes a call out that still waits, since nobody wants its answer any more: it is not sent. */
    public void leave(SingleCall call) {
        CallQueue queue = operations.lanes().queueOf(call);
        if (queue.leave(call)) {
            sendGroups(queue);
        }
    }

    private void sendGroups(CallQueue queue) {
        Deque<CallQueue> outer = sending.get();
        if (outer != null) {
            outer.add(queue);
            return;
        }
        Deque<CallQueue> queues = new ArrayDeque<>(List.of(queue));
        sending.set(queues);
        try {
            for (CallQueue next = queues.poll(); next != null; next = queues.poll()) {
                for (List<SingleCall> group = next.next(); !group.isEmpty(); group = next.next()) {
                    send(next, group);
                }
            }
        } finally {
            sending.remove();
        }
    }

    private void send(CallQueue queue, List<SingleCall> group) {
        Step<boolean[]> operation;
        try {
            operation = operations.together(group);
        } catch (RuntimeException | Error refused) {
            land(queue, group, null, refused);
            return;
        }
        runner.run(operation, (answers, failure) -> land(queue, group, answers, failure));
    }

    private void land(
            CallQueue queue, List<SingleCall> group, boolean @Nullable [] answers, @Nullable Throwable failure) {
        queue.landed(group);
        sendGroups(queue);
        CallLanes.settle(group, answers, failure);
    }
}
