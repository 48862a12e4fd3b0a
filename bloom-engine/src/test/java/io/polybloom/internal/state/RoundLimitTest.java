package io.polybloom.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.LostDataException;
import org.junit.jupiter.api.Test;

class RoundLimitTest {

    @Test
    void aThousandRoundsAreAllowedAndTheNextOneSaysWhatToCheck() {
        RoundLimit rounds = new RoundLimit("clicks");
        for (int i = 0; i < 1_000; i++) {
            rounds.next();
        }
        LostDataException thrown = assertThrows(LostDataException.class, rounds::next);
        assertEquals("clicks", thrown.name());
        assertTrue(thrown.getMessage().contains("reads go to the primary"), thrown.getMessage());
    }

    @Test
    void anOperationThatCanEndWithoutAnExceptionIsToldInTheThousandthRound() {
        RoundLimit rounds = new RoundLimit("clicks");
        for (int i = 1; i < 1_000; i++) {
            assertTrue(rounds.mayRepeat());
        }
        assertFalse(rounds.mayRepeat());
    }
}
