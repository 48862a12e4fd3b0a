package io.polybloom.internal.filter;

import static io.polybloom.internal.filter.WatchedLayer.CAPACITY;
import static io.polybloom.internal.filter.WatchedLayer.sample;
import static io.polybloom.internal.filter.WatchedLayer.watch;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterStats;
import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Generation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a layer counts as full, and who is told. */
class FullLayerTest {

    private static final Generation GROWING = WatchedLayer.of(OverCapacity.GROW);

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
        List<Throwable> logged = logged(() -> {
            watch.tell(new FilterStats(GROWING.description(), List.of()));
            watch.tell(new FilterStats(GROWING.description(), List.of()));
        });
        assertEquals(1, told.size());
        assertEquals(List.of(thrown), logged);
    }

    private static List<Throwable> logged(Runnable work) {
        List<Throwable> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.polybloom");
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            work.run();
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        return logged;
    }
}
