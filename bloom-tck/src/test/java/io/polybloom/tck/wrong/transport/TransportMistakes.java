package io.polybloom.tck.wrong.transport;

import io.polybloom.tck.wrong.backend.ChangedLettuce;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.util.ArrayList;
import java.util.List;

/** Backends whose mistake is between the filters and a right transport. */
public final class TransportMistakes {

    private TransportMistakes() {}

    @SafeVarargs
    public static List<WrongBackend> of(Class<? extends ChangedTransport>... mistakes) {
        List<WrongBackend> backends = new ArrayList<>();
        for (Class<? extends ChangedTransport> mistake : mistakes) {
            backends.add(wrong(mistake));
        }
        return backends;
    }

    private static WrongBackend wrong(Class<? extends ChangedTransport> mistake) {
        return new WrongBackend(mistake, new ChangedLettuce(right -> WrongBackend.make(mistake, right))::connect);
    }
}
