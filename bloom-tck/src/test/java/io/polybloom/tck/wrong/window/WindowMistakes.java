package io.polybloom.tck.wrong.window;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.TransportMistakes;
import java.util.List;

/** The mistakes of this package. */
public final class WindowMistakes {

    private WindowMistakes() {}

    public static List<WrongBackend> all() {
        return TransportMistakes.of(
                CutsTheTime.class,
                ForgetsClaimsWithTheWindow.class,
                KeepsSlicesForEver.class,
                MergesTheMask.class,
                SendsTheKeyOfATime.class,
                StopsTheClock.class,
                TakesLostSlicesForEmpty.class);
    }
}
