package io.polybloom.tck.wrong.snapshot;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.TransportMistakes;
import java.util.List;

/** The mistakes of this package. */
public final class SnapshotMistakes {

    private SnapshotMistakes() {}

    public static List<WrongBackend> all() {
        return TransportMistakes.of(
                CountsWhatItWrote.class,
                HidesEarlierImports.class,
                KeepsWhatItImports.class,
                WritesPiecesFromTheStart.class);
    }
}
