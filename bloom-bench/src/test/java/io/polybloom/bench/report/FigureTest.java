package io.polybloom.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FigureTest {

    @Test
    void medianIsTheMiddleWhateverTheOrder() {
        assertEquals(3, Figure.of(9, 1, 3).median());
        assertEquals(2.5, Figure.of(4, 1, 3, 2).median());
        assertEquals(7, Figure.of(7).median());
        assertThrows(IllegalArgumentException.class, Figure::of);
    }

    @Test
    void medianLeavesItsArgumentAsItIs() {
        double[] values = {3, 1, 2};
        Figure.of(values);
        assertEquals(3, values[0]);
    }

    @Test
    void showsHowFarTheTurnsLieApart() {
        assertEquals(new Figure(2, 1, 30), Figure.of(30, 1, 2));
    }

    /** The quotient of the medians would be 2 here. */
    @Test
    void ratiosAreTakenWithinEachTurn() {
        double[] slow = {10, 20, 60};
        double[] fast = {10, 5, 20};
        assertEquals(new Figure(3, 1, 4), Figure.ofRatios(slow, fast));
        assertEquals(2, Figure.of(slow).median() / Figure.of(fast).median());
    }

    @Test
    void seriesOfDifferentLengthsCannotBeCompared() {
        assertThrows(IllegalArgumentException.class, () -> Figure.ofRatios(new double[2], new double[3]));
    }
}
