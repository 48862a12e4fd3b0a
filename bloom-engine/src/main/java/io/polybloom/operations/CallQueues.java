package io.polybloom.operations;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.exchange.PartitionExchange;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.membership.ElementFailures;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.redis.Access;
import io.polybloom.spi.Causes;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The queues in which single calls of an open filter wait, one for each server, so that a server that does not respond
 * does not hold up calls to the others. Calls that are sent together concern the same partitions and fit in one chunk:
 * an error that hits one of them would also have hit the others.
 */
public final class CallQueues {

    /**
     * The number of calls that may wait for each server. A call takes a few hundred bytes, so that a server that does
     * not respond costs some megabytes of memory at most.
     */
    public static final int MOST_WAITING = 65_536;

    private final FilterOperations<?> operations;
    private final OpenFilter filter;
    private final List<CallQueue> queues;

    /**
     * Creates empty queues.
     *
     * @param mostUnderWay the number of calls and bundles that may be in progress on a server before others wait
     */
    CallQueues(FilterOperations<?> operations, OpenFilter filter, int mostUnderWay) {
        int hashes = filter.snapshot().generation().shape().geometry().hashes();
        int mostTogether = Math.max(1, PartitionExchange.MOST_BITS_OF_AN_ADD / hashes);
        this.operations = operations;
        this.filter = filter;
        this.queues = IntStream.range(0, filter.environment().servers())
                .mapToObj(server -> new CallQueue(mostUnderWay, mostTogether, MOST_WAITING))
                .toList();
    }

    /**
     * Returns the queue of a call, which is that of the server with the element's partition. A call stays in its queue
     * even if the partition moves.
     */
    public CallQueue queueOf(SingleCall call) {
        return queues.size() == 1
                ? queues.get(0)
                : queues.get(holder(call, filter.snapshot().generation().shape())
                        .place()
                        .server());
    }

    /** Returns the answer to a call whose element the near cache knows to be present, and reports it; null if not. */
    @Nullable
    public Boolean answerFromNearCache(SingleCall call) {
        if (!isKnown(call)) {
            return null;
        }
        operations.answeredByNearCache(call);
        return call.answerIfPresent();
    }

    private boolean isKnown(SingleCall call) {
        Snapshot snapshot = filter.snapshot();
        Access access = call.isAdd() ? Access.ADD : Access.LOOK_UP;
        KnownBits known = snapshot.knownFor(access);
        if (known == null || filter.notices().gone() != null) {
            return false;
        }
        Partition holder = known.holderOf(call.element(), holders(access, snapshot));
        return holder != null && known.isConfirmed(holder);
    }

    /**
     * Returns the layers in which the near cache may find the element; for an add to a filter with a window, only the
     * current slice.
     */
    private List<Layer> holders(Access access, Snapshot snapshot) {
        boolean isKnown = !filter.isOver(snapshot) && snapshot.isInReach(access);
        return isKnown ? snapshot.asked() : List.of();
    }

    /**
     * Lets a call wait in its lane; it may be the next to be sent.
     *
     * @throws BackendException if too many calls wait already; this has been reported
     */
    public void enter(CallQueue queue, SingleCall call, SingleCall.Caller caller) {
        call.prepareToWait(caller, lane(call));
        try {
            queue.enter(call);
        } catch (BackendException refused) {
            operations.refused(call, refused);
            throw refused;
        }
    }

    private long lane(SingleCall call) {
        long lane = call.isAdd() ? 1 : 0;
        for (Layer layer : filter.snapshot().generation().shapes()) {
            lane = lane * layer.geometry().partitions() + holder(call, layer).number();
        }
        return lane;
    }

    /**
     * Records that a bundle has landed, or, with an empty list, a call sent alone. If the client has waited for it in
     * vain, and the server has answered nobody since it was sent, the calls that have waited behind it fail at once: a
     * request would otherwise wait for twice the client's timeout. A connection that broke withdraws nobody, since a
     * new one may work.
     *
     * @param before the {@link CallQueue#answers} when it was sent
     * @param failure the exception in place of its answer
     */
    public void land(CallQueue queue, List<SingleCall> bundle, long before, @Nullable Throwable failure) {
        BackendException timeout = failure == null ? null : timeout(failure);
        if (timeout == null) {
            queue.landed(bundle);
            return;
        }
        for (SingleCall withdrawn : queue.timedOut(bundle, before)) {
            BackendException notSent = new BackendException(
                    Reason.UNREACHABLE,
                    false,
                    "nothing was sent for this call: it waited for others in progress, and the server has answered"
                            + " none of them within the client's timeout; check the server and repeat the call: "
                            + timeout.getMessage(),
                    timeout);
            operations.refused(withdrawn, notSent);
            withdrawn.waiting().caller.failed(notSent);
        }
    }

    /** Returns the failure of a server that has not answered in time; null if it is another one. */
    private static @Nullable BackendException timeout(Throwable failure) {
        for (Throwable cause : Causes.of(failure)) {
            if (cause instanceof BackendException backend) {
                boolean isSilent = backend.reason() == Reason.NO_ANSWER || backend.reason() == Reason.UNREACHABLE;
                return isSilent && Causes.sayThatTimeIsUp(backend) ? backend : null;
            }
        }
        return null;
    }

    /**
     * Gives each call of a bundle its own answer or its own exception. If the bundle failed after all elements had
     * their answers, each call fails, as one that is sent alone does.
     */
    public static void distribute(List<SingleCall> calls, boolean @Nullable [] answers, @Nullable Throwable failure) {
        boolean areAllAnswered = failure instanceof PartialBulkException all
                && all.outcomes().stream().allMatch(CallQueues::isAnswer);
        for (int i = 0; i < calls.size(); i++) {
            SingleCall.Caller caller = calls.get(i).waiting().caller;
            if (answers != null) {
                caller.answered(answers[i]);
            } else if (failure instanceof PartialBulkException partial) {
                distribute(caller, partial, i, areAllAnswered);
            } else {
                caller.failed(failure == null ? new IllegalStateException("neither an answer nor a failure") : failure);
            }
        }
    }

    private static void distribute(
            SingleCall.Caller caller, PartialBulkException partial, int index, boolean areAllAnswered) {
        ElementOutcome outcome = partial.outcomes().get(index);
        if (isAnswer(outcome) && !areAllAnswered) {
            caller.answered(outcome == ElementOutcome.NEW);
        } else {
            caller.failed(ElementFailures.ofElement(partial, index));
        }
    }

    private static boolean isAnswer(ElementOutcome outcome) {
        return outcome == ElementOutcome.NEW || outcome == ElementOutcome.PRESENT;
    }

    private static Partition holder(SingleCall call, Layer layer) {
        return layer.partition(layer.locate(call.element(), new long[layer.words()]));
    }
}
