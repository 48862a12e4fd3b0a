package io.polybloom.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerTimeTest {

    /** A millisecond that has begun may be over by the server's clock. */
    @ParameterizedTest
    @CsvSource({"0, 70000", "1, 70001", "999999, 70001", "1000000, 70001", "1000001, 70002", "-1000000, 69999"})
    void anEstimateIsNeverBehind(long passed, long millis) {
        assertEquals(millis, new ServerTime(70_000, 500).at(500 + passed));
    }

    @Test
    void theReadingThatBeganLaterCounts() {
        ServerTime early = new ServerTime(70_000, Long.MAX_VALUE);
        ServerTime late = new ServerTime(60_000, Long.MIN_VALUE);
        assertTrue(late.isLaterThan(early));
        assertFalse(early.isLaterThan(late));
        assertTrue(new ServerTime(70_001, 500).isLaterThan(new ServerTime(70_000, 500)));
        assertFalse(new ServerTime(70_000, 500).isLaterThan(new ServerTime(70_001, 500)));
    }
}
