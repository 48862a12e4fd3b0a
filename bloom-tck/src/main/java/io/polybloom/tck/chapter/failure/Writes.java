package io.polybloom.tck.chapter.failure;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.ScriptedServer;
import java.util.HashSet;
import java.util.Set;

/** Tells the commands that change something from the others. */
final class Writes {

    private Writes() {}

    /** Returns whether a command of the engine may change the data set. A look-up is a BITFIELD that sets nothing. */
    static boolean isWrite(Request request) {
        Verb verb = Verb.valueOf(request.name());
        return verb == Verb.BITFIELD ? request.toString().contains(" SET ") : verb.isWrite();
    }

    /**
     * Sees that writes have arrived, none of them twice.
     *
     * @param title what has happened, for the message
     */
    static void assertSentOnce(String title, ScriptedServer front) {
        Set<String> sent = new HashSet<>();
        for (Request request : front.requests()) {
            if (isWrite(request)) {
                assertTrue(sent.add(request.toString()), title + ": sent again: " + request);
            }
        }
        assertFalse(sent.isEmpty(), title + ": no write has come");
    }
}
