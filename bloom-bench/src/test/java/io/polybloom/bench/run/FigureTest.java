package io.polybloom.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FigureTest {

    @Test
    void medianIsTheMiddleWhateverTheOrder() {
        assertEquals(3, Median.of(9, 1, 3));
        assertEquals(2.5, Median.of(4, 1, 3, 2));
        assertEquals(7, Median.of(7));
        assertThrows(IllegalArgumentException.class, Median::of);
    }

    @Test
    void medianLeavesItsArgumentAsItIs() {
        double[] values = {3, 1, 2};
        Median.of(values);
        assertEquals(3, values[0]);
    }

    @Test
    void showsHowFarTheRoundsLieApart() {
        assertEquals(new Figure(2, 1, 30), Figure.of(30, 1, 2));
    }

    /** The quotient of the medians would be 2 here. */
    @Test
    void ratiosAreTakenWithinEachRound() {
        double[] slow = {10, 20, 60};
        double[] fast = {10, 5, 20};
        assertEquals(new Figure(3, 1, 4), Figure.ofRatios(slow, fast));
        assertEquals(2, Median.of(slow) / Median.of(fast));
    }

    @Test
    void seriesOfDifferentLengthsCannotBeCompared() {
        assertThrows(IllegalArgumentException.class, () -> Figure.ofRatios(new double[2], new double[3]));
    }
}
