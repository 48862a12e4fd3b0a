package io.polybloom.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResultsTest {

    private final Results results = new Results();

    @BeforeEach
    void threeRounds() {
        double[] ours = {100, 200, 100};
        double[] theirs = {500, 800, 900};
        for (int round = 0; round < 3; round++) {
            results.add("ours", "add", new Timing(ours[round], 4, 1, 10, 20));
            results.add("theirs", "add", new Timing(theirs[round], 5, 2 + round, 30, 40 + round));
        }
    }

    @Test
    void whoTakesLessTimeIsAhead() {
        assertEquals(new Figure(5, 4, 9), results.speedUp("ours", "add", "theirs", "add"));
        assertEquals(0.2, results.speedUp("theirs", "add", "ours", "add").median());
    }

    @Test
    void speedIsTheInverseOfTime() {
        assertEquals(1e7, results.speed("ours", "add").median());
        assertEquals(100, results.nanos("ours", "add").median());
    }

    @Test
    void timesOfClientAndServerAreKeptApart() {
        assertEquals(new Figure(4, 4, 4), results.clientMicros("ours", "add"));
        assertEquals(new Figure(3, 2, 4), results.serverMicros("theirs", "add"));
    }

    @Test
    void bytesOfBothWaysAreKeptApart() {
        assertEquals(new Figure(10, 10, 10), results.bytesIn("ours", "add"));
        assertEquals(new Figure(41, 40, 42), results.bytesOut("theirs", "add"));
    }

    @Test
    void whoTakesLessOfTheServerIsCheaper() {
        assertEquals(new Figure(3, 2, 4), results.serverRatio("theirs", "add", "ours", "add"));
    }

    @Test
    void theBetterOfTwoIsFoundInEachRound() {
        results.add("third", "add", new Timing(400, 1, 1, 1, 1));
        results.add("third", "add", new Timing(1000, 1, 1, 1, 1));
        results.add("third", "add", new Timing(1000, 1, 1, 1, 1));
        assertEquals(new Figure(4, 4, 9), results.speedUpOfBest("ours", List.of("theirs", "third"), "add"));
    }

    @Test
    void bytesOfBothWaysAreComparedTogether() {
        assertEquals(new Figure(71 / 30.0, 70 / 30.0, 72 / 30.0), results.bytesRatio("theirs", "ours", "add"));
    }

    @Test
    void spreadComparesTheDearestWithTheCheapest() {
        results.add("third", "add", new Timing(50, 1, 1, 1, 1));
        results.add("third", "add", new Timing(1000, 1, 1, 1, 1));
        results.add("third", "add", new Timing(100, 1, 1, 1, 1));
        // The medians of the ratios to ours are 1, 5 and 1; within the rounds dearest and cheapest are 10, 5 and 9
        // times apart.
        assertEquals(new Figure(5, 5, 10), results.spread(List.of("ours", "theirs", "third"), "add"));
    }

    @Test
    void whatWasNotMeasuredHasNoFigure() {
        assertThrows(IllegalArgumentException.class, () -> results.nanos("ours", "look-up"));
        assertThrows(IllegalArgumentException.class, () -> results.nanos("nobody", "add"));
    }
}
