package io.polybloom.internal.capacity;

import static io.polybloom.internal.capacity.WatchedLayer.sample;
import static io.polybloom.internal.capacity.WatchedLayer.watch;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Generation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a client learns from two samples which part of all adds is its own. */
class CapacityShareTest {

    private final Generation generation = WatchedLayer.of(OverCapacity.GROW);
    private final CapacityWatch watch = watch(generation);

    @BeforeEach
    void seeAnEmptyLayer() {
        learn(0);
    }

    private void learn(long estimate) {
        watch.learn(generation, sample(generation, estimate));
    }

    private void add(int elements) {
        watch.release(watch.reserve(generation, elements), elements);
    }

    private int budget() {
        Reservation all = watch.reserve(generation, Integer.MAX_VALUE);
        watch.release(all, 0);
        return all.size();
    }

    @Test
    void believesOnlySlowlyThatItIsAlone() {
        add(10_000);
        learn(10_000);
        assertEquals(Math.round(990_000 * 0.15 / 2), budget());
        add(10_000);
        learn(20_000);
        assertEquals(Math.round(980_000 * 0.18 / 2), budget());
    }

    @Test
    void takesAsSmallAPartAsItsAddsWere() {
        add(10_000);
        learn(200_000);
        assertEquals(800_000 / 20 / 2, budget());
    }

    @Test
    void measuresFromTheSampleBefore() {
        add(10_000);
        learn(200_000);
        add(5_000);
        learn(300_000);
        assertEquals(700_000 / 20 / 2, budget());
    }

    @Test
    void doesNotCountTheSameAddsTwice() {
        add(10_000);
        learn(200_000);
        learn(400_000);
        assertEquals(600_000 / 20 / 2, budget());
    }

    /** An estimate errs: a client has not added more than everybody together. */
    @Test
    void neverBelievesThatItAddsMoreThanAll() {
        add(10_000);
        learn(10);
        add(10_000);
        learn(20);
        add(10_000);
        learn(30);
        assertEquals((long) (999_970 * (0.125 * 1.2 * 1.2 * 1.2) / 2), budget());
    }

    @Test
    void countsWhatWasLoadedAsItsOwn() {
        watch.loaded(generation, 10_000);
        learn(200_000);
        assertEquals(800_000 / 20 / 2, budget());
    }

    @Test
    void doesNotCountWhatWasLoadedIntoAnotherLayer() {
        watch.loaded(WatchedLayer.grown(generation), 10_000);
        learn(200_000);
        assertEquals(800_000 / 8 / 2, budget());
    }

    @Test
    void startsAnewInALaterLayer() {
        Generation grown = WatchedLayer.grown(generation);
        add(10_000);
        learn(200_000);
        watch.follow(grown);
        watch.learn(grown, sample(grown, 0));
        assertEquals(2_000_000 / 8 / 2, watch.reserve(grown, Integer.MAX_VALUE).size());
    }

    @Test
    void keepsWhatItKnowsWhenTheSameLayerIsTakenUpAgain() {
        add(10_000);
        watch.follow(WatchedLayer.of(OverCapacity.GROW));
        assertEquals(62_500 - 10_000, budget());
    }
}
