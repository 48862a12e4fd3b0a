package io.polybloom.tck.wrong.claims;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.TransportMistakes;
import java.util.List;

/** The mistakes of this package. */
public final class ClaimsMistakes {

    private ClaimsMistakes() {}

    public static List<WrongBackend> all() {
        return TransportMistakes.of(
                BelievesInLostClaims.class,
                ClaimsTooLate.class,
                KeepsClaimsForEver.class,
                KeepsWhatIsSettled.class,
                OverlooksClaims.class);
    }
}
