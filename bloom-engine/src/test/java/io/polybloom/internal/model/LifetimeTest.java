package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How lifetimes are compared: for ever is longer than any. */
class LifetimeTest {

    private static final Lifetime SHORT = Lifetime.until(Instant.ofEpochMilli(1000));
    private static final Lifetime LONG = Lifetime.until(Instant.ofEpochMilli(1001));

    @Test
    void isAsExactAsRedisKeepsIt() {
        assertEquals(SHORT, Lifetime.until(Instant.ofEpochMilli(1000).plusNanos(999_999)));
    }

    @Test
    void isOverAtItsInstant() {
        assertFalse(SHORT.isOver(999));
        assertTrue(SHORT.isOver(1000));
        assertFalse(Lifetime.FOR_EVER.isOver(Long.MAX_VALUE));
    }

    @Test
    void oneOutlivesAnotherThatEndsBefore() {
        assertTrue(LONG.outlives(SHORT));
        assertTrue(Lifetime.FOR_EVER.outlives(LONG));
        assertFalse(SHORT.outlives(SHORT));
        assertFalse(SHORT.outlives(LONG));
        assertFalse(LONG.outlives(Lifetime.FOR_EVER));
        assertFalse(Lifetime.FOR_EVER.outlives(Lifetime.FOR_EVER));
    }

    @Test
    void theFirstEndCounts() {
        assertEquals(SHORT, LONG.atMost(SHORT));
        assertEquals(SHORT, SHORT.atMost(LONG));
        assertEquals(SHORT, Lifetime.FOR_EVER.atMost(SHORT));
        assertEquals(SHORT, SHORT.atMost(Lifetime.FOR_EVER));
        assertEquals(Lifetime.FOR_EVER, Lifetime.FOR_EVER.atMost(Lifetime.FOR_EVER));
    }

    @Test
    void theKeysOfTheWholeFilterLiveADayLonger() {
        assertEquals(Lifetime.until(Instant.ofEpochMilli(86_401_000)), SHORT.ofWhole());
        assertEquals(Lifetime.FOR_EVER, Lifetime.FOR_EVER.ofWhole());
    }
}
