package io.polybloom.tck.wrong.client;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.TransportMistakes;
import java.util.ArrayList;
import java.util.List;

/** The mistakes of this package. */
public final class ClientMistakes {

    private ClientMistakes() {}

    public static List<WrongBackend> all() {
        List<WrongBackend> all = new ArrayList<>(
                TransportMistakes.of(AcknowledgesItself.class, TrustsEveryFile.class, TrustsEveryServer.class));
        all.addAll(List.of(
                WrongBackend.of(new ClosesTheClient()),
                WrongBackend.of(new FollowsNoRedirect()),
                WrongBackend.of(new KnowsOneNode()),
                WrongBackend.of(new LogsInOnce()),
                WrongBackend.of(new RepeatsIntoHalfReplies()),
                WrongBackend.of(new ReplaysInFlight())));
        return all;
    }
}
