package io.polybloom.driver;

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
 * Decides which single calls of a filter go now, which wait, and which go together. While few are under way, a call
 * goes at once and alone. The others wait in lanes, one for each partition and kind of call; when a call or a group
 * comes back, the lane that has waited longest goes as a group. There is no timer: a call waits only while others are
 * under way.
 *
 * <p>A look-up that came after a waiting add of the same element goes when that add is done, so it sees the element.
 * Calls that never waited are in no order with those that are made before they are answered.
 *
 * <p>Does no I/O. Thread-safe.
 */
final class CallQueue {

    private final int mostUnderWay;
    private final int mostTogether;
    private final int mostWaiting;
    private final Map<Long, Set<SingleCall>> lanes = new LinkedHashMap<>();
    private final Map<Integer, SingleCall> lastAdds = new HashMap<>();
    private int waiting;
    private int underWay;

    /**
     * Creates an empty queue.
     *
     * @param mostUnderWay the number of calls and groups that may be under way before others wait
     * @param mostTogether the most calls that go as one group, at least 1
     * @param mostWaiting the number of calls that may wait
     */
    CallQueue(int mostUnderWay, int mostTogether, int mostWaiting) {
        this.mostUnderWay = mostUnderWay;
        this.mostTogether = mostTogether;
        this.mostWaiting = mostWaiting;
    }

    /** Returns whether a call may go alone now; if so, it is under way. */
    synchronized boolean letGoAlone() {
        if (underWay == mostUnderWay || waiting > 0 || !lastAdds.isEmpty()) {
            return false;
        }
        underWay++;
        return true;
    }

    /**
     * Lets a call wait; it may be the first to go.
     *
     * @throws BackendException if too many calls wait already; the call was not sent
     */
    synchronized void enter(SingleCall call) {
        if (waiting == mostWaiting) {
            throw new BackendException(
                    Reason.TOO_MANY_WAITING,
                    false,
                    mostWaiting + " single calls of this filter wait for those under way, so this one was refused;"
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

    /** Takes a call out that waits; returns whether it did. */
    synchronized boolean leave(SingleCall call) {
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

    /** Takes note that calls have their answers: a group, or none if a call went alone. */
    synchronized void landed(List<SingleCall> calls) {
        underWay--;
        calls.forEach(this::done);
    }

    /** Returns the calls that go together now; they are under way. None if no more may go, or none wait. */
    synchronized List<SingleCall> next() {
        Iterator<Map.Entry<Long, Set<SingleCall>>> first = lanes.entrySet().iterator();
        if (underWay == mostUnderWay || !first.hasNext()) {
            return List.of();
        }
        Map.Entry<Long, Set<SingleCall>> lane = first.next();
        first.remove();
        List<SingleCall> group = new ArrayList<>();
        Iterator<SingleCall> calls = lane.getValue().iterator();
        while (group.size() < mostTogether && calls.hasNext()) {
            SingleCall call = calls.next();
            calls.remove();
            call.waiting().waits = false;
            group.add(call);
        }
        if (calls.hasNext()) {
            lanes.put(lane.getKey(), lane.getValue());
        }
        waiting -= group.size();
        underWay++;
        return group;
    }

    /** Returns the number of calls that wait. */
    synchronized int waiting() {
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

    /** What has waited for an add that is done, or that has left, still waits for the one before it if there is one. */
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
