package io.polybloom.lettuce;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SendGuardTest {

    @Test
    void aWriteIsSentOnce() {
        SendGuard guard = new SendGuard(true, () -> true);
        assertFalse(guard.mayHaveBeenSent());
        assertTrue(guard.letPass());
        assertTrue(guard.mayHaveBeenSent());
        assertFalse(guard.hasRefused());
        assertFalse(guard.letPass());
        assertFalse(guard.letPass());
        assertTrue(guard.hasRefused());
        assertTrue(guard.mayHaveBeenSent());
    }

    @Test
    void aReadIsSentAgain() {
        SendGuard guard = new SendGuard(false, () -> true);
        assertTrue(guard.letPass());
        assertTrue(guard.letPass());
        assertFalse(guard.hasRefused());
        assertTrue(guard.mayHaveBeenSent());
    }

    @Test
    void aWriteThatTheServerHasRefusedFollowsARedirectOnce() {
        SendGuard guard = new SendGuard(true, () -> true);
        assertTrue(guard.letPass());
        guard.refusedByServer();
        assertFalse(guard.mayHaveBeenSent());
        assertTrue(guard.letPass());
        assertFalse(guard.letPass());
    }

    @Test
    void anErrorInPlaceOfAWriteThatWasKeptBackProvesNothing() {
        SendGuard guard = new SendGuard(true, () -> true);
        assertTrue(guard.letPass());
        assertFalse(guard.letPass());
        guard.refusedByServer();
        assertTrue(guard.mayHaveBeenSent());
        assertFalse(guard.letPass());
    }

    @Test
    void nothingIsSentAfterItsCallerHasGivenUp() {
        SendGuard guard = new SendGuard(false, () -> true);
        guard.withdraw();
        assertFalse(guard.letPass());
        assertFalse(guard.mayHaveBeenSent());
    }

    /** The error is a redirect, which Lettuce follows although the caller has been told that the outcome is unknown. */
    @Test
    void whatWasSentCannotBeWithdrawnButIsNotSentAgain() {
        for (boolean isWrite : new boolean[] {true, false}) {
            SendGuard guard = new SendGuard(isWrite, () -> true);
            assertTrue(guard.letPass());
            guard.withdraw();
            guard.refusedByServer();
            assertTrue(guard.mayHaveBeenSent());
            assertFalse(guard.letPass());
        }
    }
}
