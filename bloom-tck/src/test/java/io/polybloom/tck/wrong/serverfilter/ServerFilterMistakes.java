package io.polybloom.tck.wrong.serverfilter;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.TransportMistakes;
import java.util.List;

/** The mistakes of this package. */
public final class ServerFilterMistakes {

    private ServerFilterMistakes() {}

    public static List<WrongBackend> all() {
        return TransportMistakes.of(
                AnswersFromTheEnd.class,
                HidesTheRefusal.class,
                KeepsFiltersOfTheServer.class,
                LetsNoFilterGrow.class,
                QuotesItems.class,
                TakesFullForPresent.class,
                TakesLostFiltersForEmpty.class);
    }
}
