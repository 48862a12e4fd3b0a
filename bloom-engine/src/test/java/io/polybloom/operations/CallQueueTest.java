package io.polybloom.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.testing.TestFilters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules of arrivals, ends and departures, fed by hand. */
class CallQueueTest {

    private static final int UNDER_WAY = 2;
    private static final int TOGETHER = 3;
    private static final int WAITING = 6;

    private static final SingleCall.Caller NOBODY = new SingleCall.Caller() {
        @Override
        public void answered(boolean answer) {}

        @Override
        public void failed(Throwable failure) {}
    };

    private final CallQueue queue = new CallQueue(UNDER_WAY, TOGETHER, WAITING);
    private final Map<SingleCall, String> names = new HashMap<>();

    @Test
    void aFewGoAloneAndAtOnce() {
        assertTrue(queue.tryStart());
        assertTrue(queue.tryStart());
        assertFalse(queue.tryStart());
        queue.landed(List.of());
        assertEquals(List.of(), next(), "nobody waits");
        assertTrue(queue.tryStart());
    }

    @Test
    void theOthersGoTogetherWhenOneComesBack() {
        busy();
        enter(lookUp("a", 0));
        enter(lookUp("b", 0));
        assertEquals(List.of(), next());
        assertFalse(queue.tryStart());
        queue.landed(List.of());
        assertFalse(queue.tryStart(), "those that wait come first");
        assertEquals(List.of("?a", "?b"), next());
        assertFalse(queue.tryStart());
        queue.landed(List.of());
        assertTrue(queue.tryStart());
    }

    @Test
    void whoWaitsIsWithdrawnWhenNobodyIsAnsweredForAWholeTimeout() {
        busy();
        long before = queue.answers();
        SingleCall add = add("a", 0);
        SingleCall behind = lookUp("a", 0);
        SingleCall other = lookUp("b", 1);
        enter(add);
        enter(behind);
        enter(other);
        assertEquals(List.of(add, other, behind), queue.timedOut(List.of(), before));
        assertEquals(0, queue.waiting());
        assertEquals(List.of(), next());
        assertTrue(queue.tryStart(), "the next call asks the server again");
    }

    @Test
    void whoWaitsStaysIfTheServerHasAnsweredOthersMeanwhile() {
        busy();
        long before = queue.answers();
        enter(lookUp("a", 0));
        enter(lookUp("b", 1));
        queue.landed(List.of());
        assertEquals(List.of("?a"), next());
        assertEquals(List.of(), queue.timedOut(List.of(), before));
        assertEquals(List.of("?b"), next());
    }

    @Test
    void aGroupIsOfOneLaneAndNoLargerThanItMayBe() {
        busy();
        enter(lookUp("a1", 1));
        enter(lookUp("b1", 2));
        enter(lookUp("a2", 1));
        enter(lookUp("a3", 1));
        enter(lookUp("a4", 1));
        queue.landed(List.of());
        assertEquals(List.of("?a1", "?a2", "?a3"), next());
        queue.landed(List.of());
        assertEquals(List.of("?b1"), next(), "the rest of a lane goes behind the others");
        queue.landed(List.of());
        assertEquals(List.of("?a4"), next());
    }

    @Test
    void aLookUpWaitsForAnEarlierAddOfItsElement() {
        busy();
        SingleCall add = enter(add("a", 1));
        enter(lookUp("a", 0));
        enter(lookUp("b", 0));
        queue.landed(List.of());
        assertEquals(List.of("+a"), next());
        queue.landed(List.of());
        assertEquals(List.of("?b"), next(), "another element need not wait");
        queue.landed(List.of());
        assertEquals(List.of(), next(), "the add is under way");
        assertFalse(queue.tryStart(), "it might be a look-up of what is being added");
        SingleCall late = enter(lookUp("a", 0));
        assertEquals(List.of(), next(), "not even one that comes now");
        queue.landed(List.of(add));
        assertEquals(List.of("?a", "?a"), next());
        assertFalse(queue.leave(late));
        assertTrue(queue.tryStart());
    }

    @Test
    void aLookUpDoesNotWaitForALaterAdd() {
        busy();
        enter(lookUp("a", 0));
        enter(add("a", 1));
        queue.landed(List.of());
        queue.landed(List.of());
        assertEquals(List.of("?a"), next());
        assertEquals(List.of("+a"), next());
    }

    @Test
    void anAddThatIsDoneOrHasLeftLeavesTheLookUpToTheAddBeforeIt() {
        for (boolean leaves : new boolean[] {true, false}) {
            CallQueueTest test = new CallQueueTest();
            test.leaveTheLookUpToTheAddBefore(leaves);
        }
    }

    private void leaveTheLookUpToTheAddBefore(boolean leaves) {
        busy();
        SingleCall first = enter(add("a", 1));
        queue.landed(List.of());
        assertEquals(List.of("+a"), next());
        SingleCall second = enter(add("a", 1));
        enter(lookUp("a", 0));
        queue.landed(List.of());
        if (leaves) {
            assertTrue(queue.leave(second));
        } else {
            assertEquals(List.of("+a"), next());
            queue.landed(List.of(second));
        }
        assertEquals(List.of(), next(), "the first add is still under way");
        enter(lookUp("a", 0));
        assertEquals(List.of(), next(), "for one that comes now, too");
        queue.landed(List.of(first));
        assertEquals(List.of("?a", "?a"), next());
    }

    @Test
    void whatLeavesIsNotSent() {
        busy();
        SingleCall first = enter(lookUp("a", 0));
        SingleCall add = enter(add("b", 1));
        SingleCall follower = enter(lookUp("b", 0));
        assertTrue(queue.leave(first));
        assertFalse(queue.leave(first));
        assertTrue(queue.leave(follower));
        assertTrue(queue.leave(add));
        queue.landed(List.of());
        assertEquals(List.of(), next());
        assertTrue(queue.tryStart(), "nobody waits any more");
    }

    @Test
    void whatIsUnderWayDoesNotLeave() {
        busy();
        SingleCall call = enter(lookUp("a", 0));
        queue.landed(List.of());
        assertEquals(List.of("?a"), next());
        assertFalse(queue.leave(call));
    }

    @Test
    void tooManyAreRefusedUntilOneHasLeft() {
        busy();
        List<SingleCall> waiting = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            waiting.add(enter(lookUp("a" + i, 0)));
        }
        SingleCall tooMuch = lookUp("b", 0);
        BackendException refused = assertThrows(BackendException.class, () -> queue.enter(tooMuch));
        assertEquals(Reason.TOO_MANY_WAITING, refused.reason());
        assertFalse(refused.mayHaveBeenApplied());
        assertTrue(queue.leave(waiting.get(0)));
        enter(tooMuch);
    }

    /**
     * Any schedule: each call is sent once, no look-up before an earlier add of its element, never too many, and none
     * is left over.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void inEverySchedule(long seed) {
        Random random = new Random(seed);
        CallQueue any = new CallQueue(UNDER_WAY, TOGETHER, Integer.MAX_VALUE);
        List<SingleCall> calls = new ArrayList<>();
        List<SingleCall> unsettled = new ArrayList<>();
        List<List<SingleCall>> underWay = new ArrayList<>();
        for (int event = 0; event < 2_000 || !unsettled.isEmpty() || !underWay.isEmpty(); event++) {
            int kind = random.nextInt(event < 2_000 ? 4 : 1);
            if (kind > 1) {
                if (any.tryStart()) {
                    underWay.add(List.of());
                } else {
                    SingleCall call =
                            random.nextBoolean() ? add("e" + random.nextInt(3), 1) : lookUp("e" + random.nextInt(3), 0);
                    any.enter(call);
                    calls.add(call);
                    unsettled.add(call);
                }
            } else if (kind == 1 && !unsettled.isEmpty()) {
                SingleCall leaving = unsettled.get(random.nextInt(unsettled.size()));
                boolean isUnderWay = underWay.stream().anyMatch(bundle -> bundle.contains(leaving));
                assertEquals(!isUnderWay, any.leave(leaving));
                if (!isUnderWay) {
                    unsettled.remove(leaving);
                }
            } else if (!underWay.isEmpty()) {
                List<SingleCall> landed = underWay.remove(random.nextInt(underWay.size()));
                any.landed(landed);
                assertTrue(unsettled.containsAll(landed));
                unsettled.removeAll(landed);
            }
            for (List<SingleCall> bundle = any.next(); !bundle.isEmpty(); bundle = any.next()) {
                assertTrue(bundle.size() <= TOGETHER);
                for (SingleCall call : bundle) {
                    assertTrue(underWay.stream().noneMatch(other -> other.contains(call)), "goes once");
                    assertFalse(waitsForAnAdd(call, calls, unsettled), "before an earlier add");
                }
                underWay.add(bundle);
            }
            assertTrue(underWay.size() <= UNDER_WAY);
        }
        assertTrue(any.tryStart());
    }

    private static boolean waitsForAnAdd(SingleCall lookUp, List<SingleCall> calls, List<SingleCall> unsettled) {
        return !lookUp.isAdd()
                && calls.subList(0, calls.indexOf(lookUp)).stream()
                        .anyMatch(earlier -> earlier.isAdd()
                                && earlier.waiting().elementHash == lookUp.waiting().elementHash
                                && unsettled.contains(earlier));
    }

    private void busy() {
        for (int i = 0; i < UNDER_WAY; i++) {
            assertTrue(queue.tryStart());
        }
    }

    private SingleCall add(String element, long lane) {
        return call(true, element, lane);
    }

    private SingleCall lookUp(String element, long lane) {
        return call(false, element, lane);
    }

    private SingleCall call(boolean isAdd, String element, long lane) {
        ElementBytes bytes = new ElementBytes();
        bytes.set(TestFilters.TEXT, element);
        SingleCall call = new SingleCall(isAdd, bytes);
        call.prepareToWait(NOBODY, lane);
        names.put(call, (isAdd ? "+" : "?") + element);
        return call;
    }

    private SingleCall enter(SingleCall call) {
        queue.enter(call);
        return call;
    }

    private List<String> next() {
        return queue.next().stream().map(names::get).toList();
    }
}
