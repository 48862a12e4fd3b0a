package io.polybloom.tck.wrong.counting;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.TransportMistakes;
import java.util.List;

/** The mistakes of this package. */
public final class CountingMistakes {

    private CountingMistakes() {}

    public static List<WrongBackend> all() {
        return TransportMistakes.of(
                CountsElsewhere.class,
                CountsHalfOfACall.class,
                DropsOptions.class,
                LetsStoppedCountersFall.class,
                MergesAllButTheLast.class,
                RemovesTwice.class);
    }
}
