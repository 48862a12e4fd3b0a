package io.polybloom.internal.filter;

import static io.polybloom.internal.filter.WatchedLayer.CAPACITY;
import static io.polybloom.internal.filter.WatchedLayer.sample;
import static io.polybloom.internal.filter.WatchedLayer.watch;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Generation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which adds a client may send before it looks at the fill again. */
class CapacityBudgetTest {

    private static final int ALL = Integer.MAX_VALUE;

    /** A client that knows nothing believes to be one of eight, and takes half of its part. */
    private static final int FIRST_BUDGET = 62_500;

    private static final int LEAST_BUDGET = 500;

    private final Generation generation = WatchedLayer.of(OverCapacity.GROW);
    private final CapacityWatch watch = watch(generation);

    private int reserve(int wanted) {
        return watch.reserve(generation, wanted).size();
    }

    @Test
    void grantsNothingBeforeTheFirstSample() {
        assertEquals(0, reserve(1));
    }

    @Test
    void grantsWhatIsWantedUntilTheBudgetIsUsedUp() {
        watch.learn(generation, sample(generation, 0));
        assertEquals(1, reserve(1));
        assertEquals(FIRST_BUDGET - 1, reserve(ALL));
        assertEquals(0, reserve(1));
    }

    @Test
    void getsBackWhatWasNotNew() {
        watch.learn(generation, sample(generation, 0));
        Reservation reservation = watch.reserve(generation, 1000);
        watch.settle(reservation, 400);
        watch.settle(reservation, 0);
        assertEquals(FIRST_BUDGET - 400, reserve(ALL));
    }

    @Test
    void countsWhatIsOnItsWayAgainstTheNextBudget() {
        watch.learn(generation, sample(generation, 0));
        Reservation reservation = watch.reserve(generation, 1000);
        watch.learn(generation, sample(generation, 0));
        assertEquals(FIRST_BUDGET - 1000, reserve(ALL));
        watch.settle(reservation, 0);
        assertEquals(1000, reserve(ALL));
    }

    @Test
    void countsNothingAsOnItsWayThatIsSettled() {
        watch.learn(generation, sample(generation, 0));
        watch.settle(watch.reserve(generation, 1000), 0);
        watch.learn(generation, sample(generation, 0));
        assertEquals(FIRST_BUDGET, reserve(ALL));
    }

    @Test
    void grantsTheLeastBudgetWhereNoRoomIsLeft() {
        watch.learn(generation, sample(generation, CAPACITY + 1));
        assertEquals(LEAST_BUDGET, reserve(ALL));
    }

    @ParameterizedTest
    @CsvSource({"15999, 8", "16000, 8", "18000, 9", "1000000, 500"})
    void hasALeastBudgetThatFollowsTheCapacity(long capacity, int expected) {
        Generation full = WatchedLayer.of(OverCapacity.GROW, capacity, "0123456789abcdef");
        CapacityWatch fullWatch = watch(full);
        fullWatch.learn(full, sample(full, capacity));
        assertEquals(expected, fullWatch.reserve(full, ALL).size());
    }

    @Test
    void livesOnAnOverdraftWhileACheckRuns() {
        watch.beginCheck(generation);
        assertEquals(100, reserve(100));
        assertEquals(LEAST_BUDGET - 100, reserve(ALL));
        watch.beginCheck(generation);
        assertEquals(0, reserve(1));
    }

    @Test
    void losesTheOverdraftWithTheCheck() {
        watch.beginCheck(generation);
        watch.endCheck(generation);
        assertEquals(0, reserve(1));
        watch.beginCheck(generation);
        assertEquals(LEAST_BUDGET, reserve(ALL));
    }

    @Test
    void usesTheBudgetBeforeTheOverdraft() {
        watch.learn(generation, sample(generation, 0));
        watch.beginCheck(generation);
        assertEquals(FIRST_BUDGET, reserve(ALL));
        assertEquals(LEAST_BUDGET, reserve(ALL));
    }

    @Test
    void leavesChecksOfAnotherGenerationAlone() {
        Generation other = WatchedLayer.of(OverCapacity.GROW, CAPACITY, "fedcba9876543210");
        watch.beginCheck(other);
        assertEquals(0, reserve(1));
        watch.beginCheck(generation);
        watch.endCheck(other);
        assertEquals(1, reserve(1));
    }

    @ParameterizedTest
    @CsvSource({"1000, 80", "100000, 80", "1000000, 800"})
    void goesInSmallStepsWhereAFullLayerRejects(long capacity, int step) {
        Generation rejecting = WatchedLayer.of(OverCapacity.REJECT, capacity, "0123456789abcdef");
        CapacityWatch rejectingWatch = watch(rejecting);
        Generation later = WatchedLayer.of(OverCapacity.REJECT, capacity, "fedcba9876543210");
        rejectingWatch.follow(later);
        assertEquals(step, rejectingWatch.reserve(rejecting, ALL).size());
        assertEquals(step - 1, rejectingWatch.reserve(rejecting, step - 1).size());
    }

    @Test
    void doesNotLimitAnOlderSnapshotWhereALayerFollows() {
        watch.follow(WatchedLayer.grown(generation));
        Reservation reservation = watch.reserve(generation, 123_456);
        assertEquals(123_456, reservation.size());
        watch.settle(reservation, 0);
        assertEquals(0, watch.reserve(WatchedLayer.grown(generation), 1).size());
    }
}
