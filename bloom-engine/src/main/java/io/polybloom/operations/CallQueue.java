package io.polybloom.operations;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which single calls of a filter are sent now, which wait, and which are sent together. While few are in
 * progress, a call is sent at once and alone. The others wait in lanes, one for each partition and kind of call; when a
 * call or a bundle is done, the lane that has waited longest is sent as a bundle. There is no timer: a call waits only
 * while others are in progress.
 *
 * <p>A look-up that came after a waiting add of the same element is sent when that add is done, so it sees the element.
 * A call that never waited has no order relative to calls that are made before it is answered.
 *
 * <p>Does no I/O. Thread-safe.
 */
public final class CallQueue {

    private final int mostUnderWay;
    private final int mostTogether;
    private final int mostWaiting;
    private final Map<Long, Set<SingleCall>> lanes = new LinkedHashMap<>();
    private final Map<Integer, SingleCall> lastAdds = new HashMap<>();
    private int waiting;
    private int underWay;
    private long answers;

    /**
     * Creates an empty queue.
     *
     * @param mostUnderWay the number of calls and bundles that may be in progress before others wait
     * @param mostTogether the largest number of calls in a bundle, at least 1
     * @param mostWaiting the number of calls that may wait
     */
    CallQueue(int mostUnderWay, int mostTogether, int mostWaiting) {
        this.mostUnderWay = mostUnderWay;
        this.mostTogether = mostTogether;
        this.mostWaiting = mostWaiting;
    }

    /** Lets a call be sent alone if no other has to go first; then it counts as in progress, and the value is true. */
    public synchronized boolean tryStart() {
        if (underWay == mostUnderWay || waiting > 0 || !lastAdds.isEmpty()) {
            return false;
        }
        underWay++;
        return true;
    }

    /**
     * Lets a call wait; it may be the next to be sent.
     *
     * @throws BackendException if too many calls wait already; the call was not sent
     */
    synchronized void enter(SingleCall call) {
        if (waiting == mostWaiting) {
            throw new BackendException(
                    Reason.TOO_MANY_WAITING,
                    false,
                    mostWaiting + " single calls are already waiting on this filter, so this one was refused and"
                            + " nothing was sent for it: make fewer calls at once, or use addAll and mightContainAll",
                    null);
        }
        waiting++;
        call.waiting().waits = true;
        int element = call.waiting().elementHash;
        SingleCall earlier = lastAdds.get(element);
        if (call.isAdd()) {
            call.waiting().earlierAdd = earlier;
            lastAdds.put(element, call);
            join(call);
        } else {
            waitBehind(earlier, call);
        }
    }

    /** Removes a waiting call; returns whether it was waiting. */
    public synchronized boolean leave(SingleCall call) {
        SingleCall.Waiting place = call.waiting();
        if (!place.waits) {
            return false;
        }
        waiting--;
        place.waits = false;
        Set<SingleCall> lane = lanes.get(place.lane);
        if (lane != null && lane.remove(call)) {
            if (lane.isEmpty()) {
                lanes.remove(place.lane);
            }
        } else if (place.earlierAdd != null) {
            place.earlierAdd.waiting().followers.remove(call);
        }
        done(call);
        return true;
    }

    /** Records that a bundle has been answered, or, with an empty list, that a call sent alone has been. */
    synchronized void landed(List<SingleCall> calls) {
        answers++;
        underWay--;
        calls.forEach(this::done);
    }

    /** Returns the number of calls and bundles that have been answered so far. */
    public synchronized long answers() {
        return answers;
    }

    /**
     * Records that the client has waited for a bundle in vain, or, with an empty list, for a call sent alone. If the
     * server has answered nobody since then, those that wait would wait as long again.
     *
     * @param before the number of {@link #answers} when the bundle was sent
     * @return the calls that have waited for it, and are not to be sent; none if the server has answered others
     */
    synchronized List<SingleCall> timedOut(List<SingleCall> calls, long before) {
        underWay--;
        calls.forEach(this::done);
        List<SingleCall> withdrawn = new ArrayList<>();
        while (answers == before && !lanes.isEmpty()) {
            SingleCall next = lanes.values().iterator().next().iterator().next();
            leave(next);
            withdrawn.add(next);
        }
        return withdrawn;
    }

    /**
     * Returns the calls to send together now, which count as in progress; none if no more may be sent, or none wait.
     */
    public synchronized List<SingleCall> next() {
        Iterator<Map.Entry<Long, Set<SingleCall>>> first = lanes.entrySet().iterator();
        if (underWay == mostUnderWay || !first.hasNext()) {
            return List.of();
        }
        Map.Entry<Long, Set<SingleCall>> lane = first.next();
        first.remove();
        List<SingleCall> bundle = new ArrayList<>();
        Iterator<SingleCall> calls = lane.getValue().iterator();
        while (bundle.size() < mostTogether && calls.hasNext()) {
            SingleCall call = calls.next();
            calls.remove();
            call.waiting().waits = false;
            bundle.add(call);
        }
        if (calls.hasNext()) {
            lanes.put(lane.getKey(), lane.getValue());
        }
        waiting -= bundle.size();
        underWay++;
        return bundle;
    }

    /** Returns the number of calls that wait. */
    public synchronized int waiting() {
        return waiting;
    }

    private void join(SingleCall call) {
        lanes.computeIfAbsent(call.waiting().lane, lane -> new LinkedHashSet<>())
                .add(call);
    }

    private void waitBehind(@Nullable SingleCall add, SingleCall lookUp) {
        lookUp.waiting().earlierAdd = add;
        if (add == null) {
            join(lookUp);
        } else {
            add.waiting().followers.add(lookUp);
        }
    }

    /**
     * Marks a call as done or withdrawn. Look-ups that waited for such an add then wait for the previous add, if there
     * is one.
     */
    private void done(SingleCall call) {
        SingleCall.Waiting place = call.waiting();
        place.isDone = true;
        if (!call.isAdd()) {
            return;
        }
        SingleCall before = place.earlierAdd;
        while (before != null && before.waiting().isDone) {
            before = before.waiting().earlierAdd;
        }
        place.earlierAdd = before;
        if (lastAdds.remove(place.elementHash, call) && before != null) {
            lastAdds.put(place.elementHash, before);
        }
        for (SingleCall follower : place.followers) {
            waitBehind(before, follower);
        }
        place.followers.clear();
    }
}
