package io.polybloom.internal.capacity;

import static io.polybloom.internal.capacity.WatchedLayer.CAPACITY;
import static io.polybloom.internal.capacity.WatchedLayer.sample;
import static io.polybloom.internal.capacity.WatchedLayer.watch;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterStats;
import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Generation;
import io.polybloom.testing.TestFilters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which adds a client may send before it looks at the fill again, and when a layer counts as full. */
class CapacityBudgetTest {

    private static final int ALL = Integer.MAX_VALUE;
    /** A client that knows nothing believes to be one of eight, and takes half of its part. */
    private static final int FIRST_BUDGET = 62_500;

    private static final int LEAST_BUDGET = 500;
    private static final Generation GROWING = WatchedLayer.of(OverCapacity.GROW);

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
        watch.release(reservation, 400);
        watch.release(reservation, 0);
        assertEquals(FIRST_BUDGET - 400, reserve(ALL));
    }

    @Test
    void countsWhatIsOnItsWayAgainstTheNextBudget() {
        watch.learn(generation, sample(generation, 0));
        Reservation reservation = watch.reserve(generation, 1000);
        watch.learn(generation, sample(generation, 0));
        assertEquals(FIRST_BUDGET - 1000, reserve(ALL));
        watch.release(reservation, 0);
        assertEquals(1000, reserve(ALL));
    }

    @Test
    void countsNothingAsOnItsWayThatIsSettled() {
        watch.learn(generation, sample(generation, 0));
        watch.release(watch.reserve(generation, 1000), 0);
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
    void grantsAnOlderSnapshotASmallStepWhereALayerFollows() {
        watch.follow(WatchedLayer.grown(generation));
        Reservation reservation = watch.reserve(generation, 123_456);
        assertEquals(80, reservation.size());
        watch.release(reservation, 0);
        assertEquals(0, watch.reserve(WatchedLayer.grown(generation), 1).size());
    }

    @ParameterizedTest
    @CsvSource({
        "GROW, 500, false", "GROW, 499, true",
        "REJECT, 5001, false", "REJECT, 5000, true",
        "DEGRADE, 1, false", "DEGRADE, 0, true"
    })
    void isFullWhenTooLittleRoomIsLeft(OverCapacity policy, long left, boolean isFull) {
        Generation generation = WatchedLayer.of(policy);
        assertEquals(isFull, watch(generation).learn(generation, sample(generation, CAPACITY - left)));
    }

    @Test
    void looksCloselyWhenLessThanTwelvePercentAreLeft() {
        CapacityWatch watch = watch(GROWING);
        assertEquals(Precision.ROUGH, watch.precision(GROWING));
        watch.learn(GROWING, sample(GROWING, 880_001));
        assertEquals(Precision.CLOSE, watch.precision(GROWING));
        assertEquals(Precision.ROUGH, watch.precision(WatchedLayer.grown(GROWING)));
        watch.learn(GROWING, sample(GROWING, 880_000));
        assertEquals(Precision.ROUGH, watch.precision(GROWING));
    }

    @Test
    void learnsNothingFromASampleOfAnotherLayer() {
        CapacityWatch watch = watch(GROWING);
        Generation grown = WatchedLayer.grown(GROWING);
        watch.learn(grown, sample(grown, 1_990_000));
        assertEquals(Precision.ROUGH, watch.precision(GROWING));
        assertEquals(0, watch.reserve(GROWING, 1).size());
    }

    @Test
    void remembersTheSealOfTheLayerThatIsWatchedOnly() {
        CapacityWatch watch = watch(GROWING);
        Generation grown = WatchedLayer.grown(GROWING);
        watch.markFull(grown);
        assertFalse(watch.isFull(GROWING));
        watch.markFull(GROWING);
        assertTrue(watch.isFull(GROWING));
        assertFalse(watch.isFull(grown));
        watch.markFull(grown);
        assertTrue(watch.isFull(GROWING));
        watch.follow(grown);
        assertFalse(watch.isFull(grown));
    }

    @Test
    void isIdleOnceThereIsNothingToTell() {
        Generation generation = WatchedLayer.of(OverCapacity.DEGRADE);
        assertTrue(new CapacityWatch(generation, Optional.empty()).isIdle());
        CapacityWatch watch = watch(generation);
        assertFalse(watch.isIdle());
        assertEquals(0, watch.reserve(generation, 7).size());
        watch.tell(new FilterStats(generation.description(), List.of()));
        assertTrue(watch.isIdle());
        assertEquals(7, watch.reserve(generation, 7).size());
        assertFalse(watch(GROWING).isIdle());
    }

    @Test
    void tellsOnceAndLogsWhatTheListenerThrows() {
        List<FilterStats> told = new ArrayList<>();
        IllegalStateException thrown = new IllegalStateException("thrown by the listener");
        CapacityWatch watch = new CapacityWatch(GROWING, Optional.of(stats -> {
            told.add(stats);
            throw thrown;
        }));
        List<LogRecord> logged = TestFilters.logged(() -> {
            watch.tell(new FilterStats(GROWING.description(), List.of()));
            watch.tell(new FilterStats(GROWING.description(), List.of()));
        });
        assertEquals(1, told.size());
        assertEquals(List.of(thrown), logged.stream().map(LogRecord::getThrown).toList());
    }
}
