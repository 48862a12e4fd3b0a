package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOAD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.window.WindowWorlds;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Mistakes with a filter with a window, and worlds in which they are noticed. */
final class WindowMistakes {

    private static final FilterSpec SPEC = WindowWorlds.spec(1).build();
    private static final long SPAN = 200;
    private static final long SLICE = 100;

    private WindowMistakes() {}

    /** The keys of a slice expire when it ends, and not a span later. */
    static Distortion expiringEarly() {
        return (command, caller, server) -> {
            if (command.verb() != Verb.PEXPIREAT || !Lacking.isPartition(command)) {
                return server.apply(command);
            }
            long instant = Long.parseLong(Rewriting.text(command.arguments()[0])) - SPAN - SLICE;
            return server.apply(new Command(
                    Verb.PEXPIREAT, command.key(), Long.toString(instant).getBytes(StandardCharsets.UTF_8)));
        };
    }

    /** Look-ups find nothing in the oldest slice. */
    static Distortion forgettingTheOldest(String slice) {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isOldest = caller.operation().kind() == LOOK_UP
                    && command.verb() == Verb.BITFIELD
                    && Rewriting.text(command.key()).endsWith(slice);
            return isOldest ? Rewriting.withoutBits(reply) : reply;
        };
    }

    /** The claims of a writer expire when the filter has forgotten their elements. */
    static Distortion forgettingClaims() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isBirth = command.verb() == Verb.PERSIST
                    && Rewriting.text(command.key()).contains(":claims:");
            return isBirth
                    ? server.apply(new Command(
                            Verb.PEXPIRE,
                            command.key(),
                            Long.toString(SPAN + SLICE).getBytes(StandardCharsets.UTF_8)))
                    : reply;
        };
    }

    /** One client is told the time of the beginning forever. */
    static Distortion withoutTime(String object) {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isAsked =
                    command.verb() == Verb.TIME && caller.operation().object().equals(object);
            return isAsked ? new Reply.Many(List.of(Reply.of("1800000000"), Reply.of("0"))) : reply;
        };
    }

    /** An add is told the time at which it was called, so that no slice ends for it. */
    static Distortion standingStill() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isAsked = command.verb() == Verb.TIME && caller.operation().kind() == ADD;
            return isAsked ? time(caller.serverMillis()) : reply;
        };
    }

    private static Reply time(long millis) {
        String micros = Long.toString(millis % 1000 * 1000);
        return new Reply.Many(List.of(Reply.of(Long.toString(millis / 1000)), Reply.of(micros)));
    }

    /** The config names no slice that another client has made. */
    static Distortion overlookingSlices(String object) {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isConfig = command.verb() == Verb.HGETALL && !Lacking.isTrace(command);
            return isConfig && caller.operation().object().equals(object) ? withoutSlices(reply) : reply;
        };
    }

    private static Reply withoutSlices(Reply reply) {
        if (!(reply instanceof Reply.Many many)) {
            return reply;
        }
        List<Reply> fields = new ArrayList<>();
        for (int i = 0; i + 1 < many.elements().size(); i += 2) {
            String field = many.elements().get(i) instanceof Reply.Bytes bytes ? Rewriting.text(bytes.value()) : "";
            if (!field.matches("(ready|layer)\\..*\\.[0-9]{2,}")) {
                fields.add(many.elements().get(i));
                fields.add(many.elements().get(i + 1));
            }
        }
        return new Reply.Many(fields);
    }

    /** The clock of the server advances, and one client has not noticed. */
    static World oldOffset() {
        return world(
                        List.of(open("a", SPEC), open("b", SPEC), call(ADD, "a", "x"), call(LOOK_UP, "b", "x")),
                        Role.of("loader", open("c", SPEC), call(LOAD, "c", "y"), call(LOOK_UP, "b", "y")))
                .with(Faults.NONE.shifting(SLICE));
    }

    static World nextSlice() {
        return world(
                List.of(open("a", SPEC), call(ADD, "a", "x"), pass(SLICE + SLICE / 2)),
                Role.of("asker", call(LOOK_UP, "a", "x")));
    }

    /** An add is called in one slice and returns in the next; the span begins when it has returned. */
    static World endDuringAnAdd() {
        return World.of(
                        "windows: a slice ends during an add",
                        List.of(
                                open("a", SPEC),
                                open("b", SPEC),
                                call(ADD, "a", "x"),
                                call(LOOK_UP, "b", "x"),
                                pass(SLICE - SLICE / 5)),
                        List.of(Role.of("adder", call(ADD, "a", "y"))),
                        List.of(pass(SLICE + SLICE / 3), call(LOOK_UP, "b", "y")))
                .with(Faults.NONE.ticking(SLICE));
    }

    /** An element is just forgotten, and its keys are still there. */
    static World forgotten(Operation question) {
        return world(
                List.of(open("a", SPEC), call(ADD, "a", "x"), pass(SPAN + SLICE + SLICE / 10)),
                Role.of("asker", question));
    }

    /** The clock of the server is set forward over the end of the span, and a client has asked for the time since. */
    static World setForward() {
        return world(
                        List.of(
                                open("a", SPEC),
                                call(ADD, "a", "x"),
                                call(LOOK_UP, "a", "x"),
                                pass(SPAN + SLICE - SLICE / 10)),
                        Role.of("asker", call(LOOK_UP, "a", "x"), call(LOOK_UP, "a", "x")))
                .with(Faults.NONE.shifting(SLICE / 5));
    }

    static World idle() {
        return world(
                List.of(open("a", SPEC), call(ADD, "a", "x"), pass(10 * SPAN)),
                Role.of("waker", call(LOOK_UP, "a", "x"), call(ADD, "a", "x"), call(LOOK_UP, "a", "x")));
    }

    static World firstSlice() {
        return world(
                List.of(open("a", SPEC), open("b", SPEC), call(LOOK_UP, "b", "x")),
                Role.of("adder", call(ADD, "a", "x"), call(LOOK_UP, "b", "x")));
    }

    /** A delivery is repeated when its element is forgotten, and so is everything else that lives as long. */
    static World forgottenDelivery() {
        return world(
                List.of(open("a", SPEC), claim("a", "w", 7, "x"), pass(2 * SPAN)),
                Role.of("successor", claim("a", "w", 7, "x")));
    }

    /** A consumer dies at some point, and its successor gets the same delivery. */
    static World crash() {
        return World.of(
                        "windows: a delivery is repeated",
                        List.of(open("a", SPEC), open("b", SPEC), claim("b", "w", 1, "known")),
                        List.of(Role.of("consumer", claim("a", "w", 7, "y"))),
                        List.of(claim("b", "w", 7, "y")))
                .with(Faults.oneOf(EventKind.DIE).ticking(SLICE));
    }

    private static World world(List<Operation> before, Role role) {
        return World.of("windows: " + role.script(), before, List.of(role), List.of());
    }
}
