package io.polybloom.lettuce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SendGuardTest {

    @Test
    void aWriteIsSentOnce() {
        SendGuard guard = new SendGuard(true);
        assertFalse(guard.mayHaveBeenSent());
        guard.beforeSending();
        assertTrue(guard.mayHaveBeenSent());
        IllegalStateException refusal = assertThrows(IllegalStateException.class, guard::beforeSending);
        assertEquals("the connection was lost, and a write is not sent again", refusal.getMessage());
        assertTrue(guard.mayHaveBeenSent());
    }

    @Test
    void aReadIsSentAgain() {
        SendGuard guard = new SendGuard(false);
        guard.beforeSending();
        guard.beforeSending();
        assertTrue(guard.mayHaveBeenSent());
    }

    @Test
    void aWriteThatTheServerHasRefusedFollowsARedirectOnce() {
        SendGuard guard = new SendGuard(true);
        guard.beforeSending();
        guard.refusedByServer();
        assertFalse(guard.mayHaveBeenSent());
        guard.beforeSending();
        assertThrows(IllegalStateException.class, guard::beforeSending);
    }

    @Test
    void nothingIsSentAfterItsCallerHasGivenUp() {
        SendGuard guard = new SendGuard(false);
        guard.withdraw();
        assertThrows(IllegalStateException.class, guard::beforeSending);
        assertFalse(guard.mayHaveBeenSent());
    }

    @Test
    void whatWasSentCannotBeWithdrawn() {
        SendGuard guard = new SendGuard(true);
        guard.beforeSending();
        guard.withdraw();
        assertTrue(guard.mayHaveBeenSent());
    }
}
