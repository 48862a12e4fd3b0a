package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.CLAIM_ALL;
import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** Claims that lack a guard, and the worlds in which it is missed. */
final class ClaimMistakes {

    private static final FilterSpec SPEC = Specs.plain(1);
    private static final String WRITER = "w";

    private ClaimMistakes() {}

    /** Does not see the claims of other calls. */
    static Distortion blind() {
        return sent(Verb.ZRANGEBYLEX).by(CLAIM_ALL).skipped(When.NOTHING);
    }

    /** Adds without having claimed. */
    static Distortion unclaimed() {
        return claims().by(CLAIM_ALL).skipped();
    }

    private static When claims() {
        When makes = Format.makesClaims();
        return Format.ofClaims(Verb.ZADD).and((command, caller) -> !makes.isMet(command, caller));
    }

    /** Does not check after its add whether another call has claimed a delivery. */
    static Distortion hasty() {
        Map<Call, Integer> reads = new WeakHashMap<>();
        return sent(Verb.ZRANGEBYLEX)
                .executed((command, caller, server) ->
                        reads.merge(caller, 1, Integer::sum) > 1 ? When.NOTHING : server.apply(command));
    }

    /** Does not claim again in the generation after a clear. */
    static Distortion claimingOnce() {
        Map<Call, String> claimed = new WeakHashMap<>();
        When again = (command, caller) -> !claimed.computeIfAbsent(caller, first -> Rewriting.key(command))
                .equals(Rewriting.key(command));
        return claims().and(again).skipped();
    }

    /** Gives all keys of the claims of a writer one name, so that it comes to life at any time. */
    static Distortion underOneName() {
        return (command, caller, server) ->
                server.apply(Rewriting.withKey(command, Format.ofAnyTime(Rewriting.key(command))));
    }

    /** Lets the claims live on when the filter expires, or is cleared. */
    static Distortion leaving(OperationKind kind, Verb verb) {
        return Format.ofClaims(verb).by(kind).skipped();
    }

    /** A consumer dies at some point, is started again and gets the same delivery. */
    static World crash() {
        return replayed(Role.of("consumer", claim("a", WRITER, 7, "y"))).with(Faults.oneOf(EventKind.DIE));
    }

    /** A delivery whose element was there is repeated. */
    static World repetition() {
        return replayed(Role.of("consumer", claim("a", WRITER, 7, "x")));
    }

    static World eviction() {
        return replayed(Role.of("consumer", claim("a", WRITER, 7, "y"))).with(Faults.oneOf(EventKind.EVICT));
    }

    /** A consumer and its successor bring the same element; one of them dies. */
    static World twoOwners() {
        return replayed(Role.of("first", claim("a", WRITER, 7, "y")), Role.of("second", claim("b", WRITER, 7, "y")));
    }

    static World crashAfterClear() {
        return replayed(
                        Role.of("consumer", claim("a", WRITER, 7, "y")),
                        Role.of("cleaner", call(OperationKind.CLEAR, "b")))
                .with(Faults.oneOf(EventKind.DIE));
    }

    /** The key is lost, and the command that was to make it arrives late. */
    static World lateBirth() {
        Operation claim = claim("a", WRITER, 7, "y");
        return World.of(
                        "a birth of claims is held back",
                        List.of(open("a", SPEC), open("b", SPEC)),
                        List.of(Role.of("consumer", claim, claim.ifFailed())),
                        List.of(claim("b", WRITER, 7, "y")))
                .with(Faults.upTo(2, EventKind.HOLD, EventKind.EVICT));
    }

    static World expiry() {
        return World.of(
                "a filter with claims expires",
                List.of(open("a", SPEC), claim("a", WRITER, 7, "y")),
                List.of(Role.of("owner", expire("a", 100))),
                List.of());
    }

    static World clear() {
        return World.of(
                "a filter with claims is cleared, and cleared once more",
                List.of(open("a", SPEC), claim("a", WRITER, 7, "y")),
                List.of(Role.of("cleaner", call(OperationKind.CLEAR, "a"), call(OperationKind.CLEAR, "a"))),
                List.of());
    }

    private static World replayed(Role... roles) {
        return World.of(
                "a delivery is repeated",
                List.of(
                        open("a", SPEC),
                        open("b", SPEC),
                        open("c", SPEC),
                        call(OperationKind.ADD, "c", "x"),
                        claim("c", WRITER, 1, "known")),
                List.of(roles),
                List.of(claim(
                        "c", WRITER, 7, roles[0].script().get(0).elements().get(0))));
    }
}
