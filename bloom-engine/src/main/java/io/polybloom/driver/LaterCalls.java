package io.polybloom.driver;

import io.polybloom.BackendException;
import io.polybloom.operations.CallQueue;
import io.polybloom.operations.CallQueues;
import io.polybloom.operations.FilterOperations;
import io.polybloom.operations.SingleCall;
import io.polybloom.step.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends single calls of an asynchronous flavour, alone or together. The end of a call or a bundle sends the next
 * bundle; no thread waits. Thread-safe.
 *
 * @param <F> the type of an answer that has not arrived yet
 */
public final class LaterCalls<F> {

    /**
     * Runs operations and promises answers for one flavour.
     *
     * @param <F> the type of an answer that has not arrived yet
     */
    public interface Flavour<F> {

        /**
         * Runs the operation of a call that is sent alone.
         *
         * @param end runs exactly once, before the answer is given, even if the operation cannot be started; it takes
         *     the exception in place of the answer, if there is one
         */
        F runAlone(Supplier<Step<Boolean>> operation, Consumer<@Nullable Throwable> end);

        /**
         * Runs the operation of a bundle.
         *
         * @param end takes the value, or the exception in its place, exactly once
         */
        void runTogether(Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end);

        /**
         * Promises the answer to a call.
         *
         * @param request receives the promise, and may complete it at once
         * @param leave withdraws the call, if it has not been sent yet, because its answer is no longer needed
         */
        F promise(Consumer<SingleCall.Caller> request, Runnable leave);
    }

    /**
     * The number of calls and bundles that may be in progress on a server before others wait. No thread waits here, so
     * few are enough, and the fewer there are, the larger are the bundles: 256 futures get more answers per second than
     * with eight (the benchmark {@code ManyCallers.inFlight}).
     */
    static final int MOST_UNDER_WAY = 4;

    private final FilterOperations<?> operations;
    private final CallQueues queues;
    private final Flavour<F> flavour;

    /**
     * The queues from which this thread is about to send. A call that ends meanwhile, in the same thread, adds its own.
     */
    private final ThreadLocal<@Nullable Deque<CallQueue>> sending = new ThreadLocal<>();

    /** Creates the calls of a filter in a flavour. */
    public LaterCalls(FilterOperations<?> operations, Flavour<F> flavour) {
        this.operations = operations;
        this.queues = operations.newQueues(MOST_UNDER_WAY);
        this.flavour = flavour;
    }

    /** Runs a call: answers it from the near cache, sends it alone if few calls are in progress, or queues it. */
    public F run(SingleCall call) {
        Boolean known = queues.answerFromNearCache(call);
        if (known != null) {
            return flavour.promise(caller -> caller.answered(known), () -> {});
        }
        CallQueue queue = queues.queueOf(call);
        if (queue.tryStart()) {
            long before = queue.answers();
            return flavour.runAlone(() -> operations.start(call), failure -> land(queue, List.of(), before, failure));
        }
        return flavour.promise(caller -> await(queue, call, caller), () -> leave(queue, call));
    }

    private void await(CallQueue queue, SingleCall call, SingleCall.Caller caller) {
        try {
            queues.enter(queue, call, caller);
        } catch (BackendException refused) {
            caller.failed(refused);
            return;
        }
        sendGroups(queue);
    }

    private void leave(CallQueue queue, SingleCall call) {
        if (queue.leave(call)) {
            sendGroups(queue);
        }
    }

    private void land(CallQueue queue, List<SingleCall> calls, long before, @Nullable Throwable failure) {
        queues.land(queue, calls, before, failure);
        sendGroups(queue);
    }

    private void sendGroups(CallQueue queue) {
        Deque<CallQueue> outer = sending.get();
        if (outer != null) {
            outer.add(queue);
            return;
        }
        Deque<CallQueue> own = new ArrayDeque<>(List.of(queue));
        sending.set(own);
        try {
            for (CallQueue next = own.poll(); next != null; next = own.poll()) {
                for (List<SingleCall> bundle = next.next(); !bundle.isEmpty(); bundle = next.next()) {
                    send(next, bundle);
                }
            }
        } finally {
            sending.remove();
        }
    }

    private void send(CallQueue queue, List<SingleCall> bundle) {
        long before = queue.answers();
        Step<boolean[]> operation;
        try {
            operation = operations.together(bundle);
        } catch (RuntimeException | Error refused) {
            land(queue, bundle, before, refused);
            CallQueues.distribute(bundle, null, refused);
            return;
        }
        flavour.runTogether(operation, (answers, failure) -> {
            land(queue, bundle, before, failure);
            CallQueues.distribute(bundle, answers, failure);
        });
    }
}
