package io.polybloom.simulation.actor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.simulation.actor.Authors.Author;
import io.polybloom.spi.Verb;
import org.junit.jupiter.api.Test;

class AuthorsTest {

    private static final int FAULT = 5;

    private static Call callWithAFault() {
        Call call = new Call(Operation.call(OperationKind.ADD, "a", "x"), "clicks", "actor", 0, 0, 0);
        call.noteFault(FAULT);
        return call;
    }

    private static Author sent(int time, Call call) {
        return new Author(Verb.PEXPIREAT, call, false, 0, time, time + 1);
    }

    /** The caller has had its reply: what broke before is no excuse for its effect. */
    @Test
    void aCommandAfterTheFaultOfACallThatHasSucceededWasHeard() {
        Call call = callWithAFault();
        call.succeed(9, 0, true);
        assertTrue(sent(FAULT - 1, call).isUnheard());
        assertFalse(sent(FAULT + 1, call).isUnheard());
    }

    /** The caller has given up, and sends nothing more. */
    @Test
    void aCommandOfACallThatHasFailedIsNotCorrected() {
        Call call = callWithAFault();
        call.fail(9, 0, new IllegalStateException("broken"));
        assertTrue(sent(FAULT + 1, call).isUnheard());
    }

    @Test
    void aCommandOfACallWithoutAFaultWasHeard() {
        Call call = new Call(Operation.call(OperationKind.ADD, "a", "x"), "clicks", "actor", 0, 0, 0);
        call.fail(9, 0, new IllegalStateException("a bug"));
        assertFalse(sent(1, call).isUnheard());
    }
}
