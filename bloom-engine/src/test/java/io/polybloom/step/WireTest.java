package io.polybloom.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WireTest {

    private static final double BEGINNING = 1.6;
    private static final int REMEMBERED = 8;
    private static final long MEGABYTE = 1_000_000;

    private final Wire wire = Wire.unknown();

    @Test
    void beginsWithFiveGigabitsASecond() {
        assertEquals(BEGINNING, wire.nanosPerByte());
    }

    @Test
    void isAsFastAsItsFastestTransferOfTheLastFew() {
        see(REMEMBERED, 8);
        assertEquals(8, wire.nanosPerByte());
        see(1, 7);
        assertEquals(7, wire.nanosPerByte());
        see(REMEMBERED - 1, 400);
        assertEquals(7, wire.nanosPerByte(), "a lock, or the garbage collector");
        see(1, 8);
        assertEquals(8, wire.nanosPerByte(), "it has become slower");
    }

    @Test
    void followsOneTransferThatIsFaster() {
        see(1, 0.5);
        assertEquals(0.5, wire.nanosPerByte());
    }

    @Test
    void doesNotCountTheTimeOfTheServer() {
        wire.saw(MEGABYTE, MEGABYTE, MEGABYTE / 4);
        assertEquals(0.75, wire.nanosPerByte());
        wire.saw(MEGABYTE, MEGABYTE, 10 * MEGABYTE);
        assertEquals(0.5, wire.nanosPerByte(), "a server that is faster than the model");
    }

    @Test
    void isNotFasterThanMatters() {
        see(1, 0.001);
        assertEquals(0.2, wire.nanosPerByte());
    }

    @Test
    void learnsNothingFromSmallTransfersOrFromAClockThatStandsStill() {
        wire.saw((1 << 18) - 1, 1, 0);
        wire.saw(MEGABYTE, 0, 0);
        assertEquals(BEGINNING, wire.nanosPerByte());
        wire.saw(1 << 18, 1 << 18, 0);
        assertEquals(1, wire.nanosPerByte());
    }

    @Test
    void withinOneProcessThereIsNone() {
        Wire none = Wire.none();
        none.saw(MEGABYTE, 100 * MEGABYTE, 0);
        assertEquals(0.2, none.nanosPerByte());
        assertFalse(none.isTimeForTrial(1e12, 1, 0));
    }

    @Test
    void oneSlowTransferProvesNothing() {
        see(1, 8);
        assertEquals(BEGINNING, wire.nanosPerByte());
        see(1, 400);
        assertEquals(8, wire.nanosPerByte());
    }

    @Test
    void theFirstTrialsComeEarlierThanThoseThatFollow() {
        assertEquals(4, callsBeforeTrial());
        see(1, 8);
        assertEquals(4, callsBeforeTrial());
        see(1, 8);
        assertEquals(32, callsBeforeTrial());
    }

    @Test
    void trialsThatShowNothingNewBecomeRarer() {
        see(REMEMBERED, 8);
        for (int calls : new int[] {32, 64, 128, 256, 256}) {
            assertEquals(calls, callsBeforeTrial());
            see(1, 6.1);
        }
        see(1, 4.5);
        assertEquals(32, callsBeforeTrial(), "it has become faster");
        see(REMEMBERED, 8);
        assertEquals(64, callsBeforeTrial(), "slower than it was, which is no reason to look more often");
    }

    /** What counts for choosing may be what is assumed; what a trial costs is what one transfer has shown. */
    @Test
    void aTrialCostsWhatTheFirstTransferHasShown() {
        see(1, 8);
        assertFalse(wire.isTimeForTrial(4 * 79, 0, 10));
        assertTrue(wire.isTimeForTrial(4, 0, 10));
    }

    /** Counts the calls up to a trial, where it costs as much as each of them. */
    private int callsBeforeTrial() {
        int calls = 1;
        while (!wire.isTimeForTrial(10, 10, 0)) {
            calls++;
        }
        return calls;
    }

    @Test
    void noTrialIsNeededWhileTransfersAreSeen() {
        see(REMEMBERED, 8);
        assertFalse(wire.isTimeForTrial(310, 10, 0));
        see(1, 8);
        assertFalse(wire.isTimeForTrial(310, 10, 0));
        assertTrue(wire.isTimeForTrial(10, 10, 0));
    }

    private void see(int times, double nanosPerByte) {
        for (int i = 0; i < times; i++) {
            wire.saw(MEGABYTE, Math.round(MEGABYTE * nanosPerByte), 0);
        }
    }
}
