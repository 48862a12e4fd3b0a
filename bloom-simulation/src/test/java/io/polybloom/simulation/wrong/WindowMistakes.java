package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.wrong.When.sent;

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
import java.util.List;

/** Mistakes with a filter with a window, and worlds in which they are noticed. */
final class WindowMistakes {

    private static final FilterSpec SPEC = WindowWorlds.spec(1).build();
    static final long SPAN = 200;
    static final long SLICE = 100;

    private WindowMistakes() {}

    /** Look-ups find nothing in the oldest slice, whose column is the first of three. */
    static Distortion forgettingTheOldest() {
        return sent(Verb.BITFIELD)
                .by(LOOK_UP)
                .answered(reply -> Rewriting.withValues(reply, values -> {
                    for (int i = 2; i < values.length; i++) {
                        values[i] &= 3;
                    }
                    return values;
                }));
    }

    /** The columns are cleared where elements are added already. */
    static Distortion clearingAfterTheMove() {
        return Format.bringsPartition().executed((command, caller, server) -> {
            Reply renamed = server.apply(command);
            String key = Rewriting.argument(command, 0);
            server.apply(Rewriting.command(Verb.BITOP_AND, key, key, Format.mask(key)));
            return renamed;
        });
    }

    /** The mask of a server is removed as soon as the first partition has arrived. */
    static Distortion removingTheMaskEarly() {
        return Format.bringsPartition().executed((command, caller, server) -> {
            Reply renamed = server.apply(command);
            server.apply(Rewriting.command(Verb.UNLINK, Format.mask(Rewriting.argument(command, 0))));
            return renamed;
        });
    }

    /** Each client moves on to the slice that it takes for the present one. */
    static Distortion choosing() {
        return Format.overwriting(Format.writes("moving"));
    }

    /** A partition goes to the next slice and stays where it was. */
    static Distortion copying() {
        return Format.takesPartitionAway().executed((command, caller, server) -> {
            String key = Rewriting.key(command);
            Reply string = server.apply(Rewriting.command(Verb.GETRANGE, key, "0", "-1"));
            Reply renamed = server.apply(command);
            if (When.DONE.equals(renamed) && string instanceof Reply.Bytes bytes) {
                server.apply(new Command(Verb.SET, command.key(), bytes.value()));
            }
            return renamed;
        });
    }

    /** Look-ups of the bits of a partition that has left the place of the first slice. */
    static When looksElsewhere() {
        return Format.notOfSlice(Verb.BITFIELD, 18_000_000_000L).by(LOOK_UP);
    }

    /** The claims of a writer expire when the filter has forgotten their elements. */
    static Distortion forgettingClaims() {
        return Format.ofClaims(Verb.PERSIST).executed((command, caller, server) -> {
            server.apply(command);
            return server.apply(Rewriting.command(Verb.PEXPIRE, Rewriting.key(command), Long.toString(SPAN + SLICE)));
        });
    }

    /** One client is told the time of the beginning forever. */
    static Distortion withoutTime() {
        return sent(Verb.TIME).of("a").answered(reply -> time(1_800_000_000_000L));
    }

    /** An add is told the time at which it was called, so that no slice ends for it. */
    static Distortion standingStill() {
        return sent(Verb.TIME).by(ADD).answered((caller, time) -> time(caller.serverMillis()));
    }

    private static Reply time(long millis) {
        String micros = Long.toString(millis % 1000 * 1000);
        return new Reply.Many(List.of(Reply.of(Long.toString(millis / 1000)), Reply.of(micros)));
    }

    /** A client adds an element where the keys were, while another one moves them and adds it there. */
    static World addBesideAMove() {
        return World.of(
                        "windows: an add beside a move",
                        List.of(open("a", SPEC), open("b", SPEC), call(ADD, "a", "x"), call(LOOK_UP, "b", "x")),
                        List.of(
                                Role.of("adder", call(ADD, "b", "y")),
                                Role.of("mover", pass(SLICE), call(ADD, "a", "y"))),
                        List.of(call(LOOK_UP, "a", "y")))
                .with(Faults.NONE);
    }

    /** An element is added in one slice, others in each one after it, until it is forgotten. */
    static World everySlice() {
        return world(
                List.of(
                        open("a", SPEC),
                        call(ADD, "a", "x"),
                        pass(SLICE),
                        call(ADD, "a", "y"),
                        pass(SLICE),
                        call(ADD, "a", "y"),
                        pass(SLICE)),
                Role.of("adder", call(ADD, "a", "y"), call(LOOK_UP, "a", "x")));
    }

    /** Two clients move the keys, and one of them adds an element before the other one has finished. */
    static World twoMovers() {
        return twoMovers(SPEC);
    }

    /** The same with a key that is on its way while another one has arrived. */
    static World twoMoversOfTwoPartitions() {
        return twoMovers(WindowWorlds.spec(2).build());
    }

    private static World twoMovers(FilterSpec spec) {
        return World.of(
                        "windows: two movers",
                        known(spec, SLICE),
                        List.of(
                                Role.of("first", call(ADD, "a", "y"), call(LOOK_UP, "a", "y")),
                                Role.of("second", call(ADD, "b", "z"))),
                        List.of(call(LOOK_UP, "b", "y")))
                .with(Faults.NONE);
    }

    /** Two clients move the keys, one of them to a later slice, since time passes. */
    static World moverThatIsLate() {
        return World.of(
                        "windows: a mover that is late",
                        known(SPEC, SLICE),
                        List.of(
                                Role.of("first", call(ADD, "a", "y")),
                                Role.of("second", pass(SLICE), call(ADD, "b", "z"))),
                        List.of(call(LOOK_UP, "b", "y"), call(LOOK_UP, "a", "y")))
                .with(Faults.NONE);
    }

    /** A client looks an element up while another one moves the keys. */
    static World lookUpBesideAMove() {
        return World.of(
                        "windows: a look-up beside a move",
                        List.of(open("a", SPEC), open("b", SPEC), call(ADD, "a", "x"), pass(SLICE)),
                        List.of(Role.of("mover", call(ADD, "a", "z")), Role.of("asker", call(LOOK_UP, "b", "x"))),
                        List.of())
                .with(Faults.NONE);
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
                        known(SPEC, SLICE - SLICE / 5),
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

    /** Two clients know of an element, and then time passes. */
    private static List<Operation> known(FilterSpec spec, long millis) {
        return List.of(open("a", spec), open("b", spec), call(ADD, "a", "x"), call(LOOK_UP, "b", "x"), pass(millis));
    }

    private static World world(List<Operation> before, Role role) {
        return World.of("windows: " + role.script(), before, List.of(role), List.of());
    }
}
