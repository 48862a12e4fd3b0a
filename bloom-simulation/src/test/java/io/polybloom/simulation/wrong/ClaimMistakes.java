package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;

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
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;

/** Claims that lack a guard, and the worlds in which it is missed. */
final class ClaimMistakes {

    private static final FilterSpec SPEC = Specs.plain(1);
    private static final String WRITER = "w";
    private static final Reply NOTHING = new Reply.Many(List.of());
    private static final Reply ONE = new Reply.Int(1);

    private ClaimMistakes() {}

    /** Some commands of a call of claims are not executed. */
    static Distortion without(Predicate<Command> which, Reply answer) {
        return (command, caller, server) -> caller.operation().kind() == OperationKind.CLAIM_ALL && which.test(command)
                ? answer
                : server.apply(command);
    }

    /** Does not see the claims of other calls. */
    static Distortion blind() {
        return without(command -> command.verb() == Verb.ZRANGEBYLEX, NOTHING);
    }

    /** Adds without having claimed. */
    static Distortion unclaimed() {
        return without(ClaimMistakes::isClaim, ONE);
    }

    /** Leaves the claims of elements that were there. */
    static Distortion keeping() {
        return without(command -> command.verb() == Verb.ZREM, ONE);
    }

    /** Takes every set of claims for the one that was made. */
    static Distortion trusting() {
        return without(command -> command.verb() == Verb.ZLEXCOUNT, ONE);
    }

    /** Takes claims that a full server has refused for written ones. */
    static Distortion overlookingRefusals() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            return command.verb() == Verb.ZADD && reply instanceof Reply.Failure ? ONE : reply;
        };
    }

    /** Does not check after its add whether another call has claimed a delivery. */
    static Distortion hasty() {
        Map<Call, Integer> reads = new WeakHashMap<>();
        return (command, caller, server) -> {
            boolean isLater = command.verb() == Verb.ZRANGEBYLEX && reads.merge(caller, 1, Integer::sum) > 1;
            return isLater ? NOTHING : server.apply(command);
        };
    }

    /** Does not claim again in the generation after a clear. */
    static Distortion claimingOnce() {
        Map<Call, String> claimed = new WeakHashMap<>();
        return (command, caller, server) -> {
            if (!isClaim(command)) {
                return server.apply(command);
            }
            String key = Rewriting.text(command.key());
            claimed.putIfAbsent(caller, key);
            return claimed.get(caller).equals(key) ? server.apply(command) : ONE;
        };
    }

    /** Gives the key of the claims its name whenever it is made, so that it comes to life at any time. */
    static Distortion bornAtAnyTime() {
        return (command, caller, server) -> {
            String key = Rewriting.text(command.key());
            boolean makes = command.verb() == Verb.ZADD && key.endsWith(":new");
            return server.apply(makes ? onKey(command, key.replaceFirst(":[0-9a-f]+:new$", "")) : command);
        };
    }

    /** Lets the claims live on when the filter expires, or is cleared. */
    static Distortion leaving(OperationKind kind, Verb verb) {
        return (command, caller, server) -> {
            boolean isLeft = caller.operation().kind() == kind
                    && command.verb() == verb
                    && Rewriting.text(command.key()).contains(":claims:");
            return isLeft ? ONE : server.apply(command);
        };
    }

    /** Lets the claims expire with the partitions, and not a day later. */
    static Distortion expiringEarly() {
        return (command, caller, server) -> {
            boolean isOfClaims = command.verb() == Verb.PEXPIREAT
                    && Rewriting.text(command.key()).contains(":claims:");
            return server.apply(isOfClaims ? Rewriting.earlier(command, Duration.ofDays(1)) : command);
        };
    }

    private static Command onKey(Command command, String key) {
        return new Command(command.verb(), key.getBytes(StandardCharsets.UTF_8), command.arguments());
    }

    private static boolean isClaim(Command command) {
        return command.verb() == Verb.ZADD && !Rewriting.text(command.key()).endsWith(":new");
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
