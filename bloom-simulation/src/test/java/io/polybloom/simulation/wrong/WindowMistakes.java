package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

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

    /** Look-ups find nothing in the oldest slice, whose column is the first of three. */
    static Distortion forgettingTheOldest() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isAsked = caller.operation().kind() == LOOK_UP && command.verb() == Verb.BITFIELD;
            if (!isAsked || !(reply instanceof Reply.Ints integers)) {
                return reply;
            }
            long[] values = integers.values().clone();
            for (int i = 2; i < values.length; i++) {
                values[i] &= 3;
            }
            return new Reply.Ints(values);
        };
    }

    /** The partition stays where it was, while a copy of it moves. */
    static Distortion copying() {
        return (command, caller, server) -> {
            boolean leaves = command.verb() == Verb.RENAMENX && endsWith(command.arguments()[0], ":old");
            return server.apply(leaves ? new Command(Verb.COPY, command.key(), command.arguments()) : command);
        };
    }

    /** The columns of a slice that begins keep what they had. */
    static Distortion withoutClearing() {
        return (command, caller, server) -> command.verb() == Verb.BITOP_AND ? new Reply.Int(1) : server.apply(command);
    }

    /** The columns are cleared where elements are added already. */
    static Distortion clearingBehindTheMove() {
        return (command, caller, server) -> {
            if (command.verb() != Verb.RENAMENX || !endsWith(command.key(), ":old")) {
                return server.apply(command);
            }
            Reply renamed = server.apply(command);
            byte[] key = command.arguments()[0];
            server.apply(new Command(Verb.BITOP_AND, key, key, maskOf(key)));
            return renamed;
        };
    }

    /** The mask of a server is removed as soon as the first partition has arrived. */
    static Distortion removingTheMaskEarly() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            if (command.verb() == Verb.RENAMENX && endsWith(command.key(), ":old")) {
                server.apply(new Command(Verb.UNLINK, maskOf(command.arguments()[0])));
            }
            return reply;
        };
    }

    private static byte[] maskOf(byte[] key) {
        return (Rewriting.text(key) + ":mask").getBytes(StandardCharsets.UTF_8);
    }

    /** Each client moves on to the slice that it takes for the present one. */
    static Distortion choosing() {
        return (command, caller, server) -> {
            boolean chooses = command.verb() == Verb.HSETNX
                    && Rewriting.text(command.arguments()[0]).startsWith("slice.");
            return server.apply(chooses ? new Command(Verb.HSET, command.key(), command.arguments()) : command);
        };
    }

    /** Look-ups find no partition that has left its place. */
    static Distortion lookingInOnePlace() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isElsewhere = caller.operation().kind() == LOOK_UP
                    && command.verb() == Verb.BITFIELD
                    && !endsWith(command.key(), ".18000000000");
            return isElsewhere ? Rewriting.withTrailer(reply, 0, 0) : reply;
        };
    }

    private static boolean endsWith(byte[] key, String end) {
        return Rewriting.text(key).endsWith(end);
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

    /** A look-up does not see that keys are being made for a slice. */
    static Distortion overlookingChoices() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isConfig = command.verb() == Verb.HGETALL && !Lacking.isTrace(command);
            return isConfig && caller.operation().kind() == LOOK_UP ? without(reply, "slice\\..*") : reply;
        };
    }

    /** A measurement takes the keys of the slice that was chosen for ready. */
    static Distortion measuringWhatIsBeingMade() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isConfig = command.verb() == Verb.HGETALL && !Lacking.isTrace(command);
            boolean isRead = isConfig && caller.operation().kind() == OperationKind.STATS;
            return isRead && reply instanceof Reply.Many many ? marked(many) : reply;
        };
    }

    private static Reply marked(Reply.Many config) {
        List<Reply> fields = new ArrayList<>(config.elements());
        for (int i = 0; i + 1 < config.elements().size(); i += 2) {
            String field = config.elements().get(i) instanceof Reply.Bytes bytes ? Rewriting.text(bytes.value()) : "";
            if (field.matches("slice\\..*\\.0") && config.elements().get(i + 1) instanceof Reply.Bytes slice) {
                String generation = field.substring(0, field.length() - 1).replace("slice.", "ready.");
                fields.add(Reply.of(generation + Rewriting.text(slice.value())));
                fields.add(Reply.of("1"));
            }
        }
        return new Reply.Many(fields);
    }

    /** A slice was chosen by a client that has died, and is measured beside one that makes its keys. */
    static World measurementBesideABirth() {
        return World.of(
                "windows: a measurement while the first keys are made",
                List.of(open("a", SPEC), open("b", SPEC), call(ADD, "a", "v").abandonedAfter("HSETNX")),
                List.of(Role.of("asker", call(OperationKind.STATS, "b")), Role.of("adder", call(ADD, "a", "x"))),
                List.of(call(LOOK_UP, "b", "x")));
    }

    /** An add that has chosen a slice finds its choice in the config for ever. */
    static Distortion keepingToItsChoice() {
        Map<Call, Command> chosen = new WeakHashMap<>();
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            if (command.verb() == Verb.HSETNX
                    && Rewriting.text(command.arguments()[0]).startsWith("slice.")) {
                chosen.put(caller, command);
            }
            boolean isConfig = command.verb() == Verb.HGETALL && !Lacking.isTrace(command);
            Command choice = chosen.get(caller);
            if (!isConfig || choice == null || !(reply instanceof Reply.Many config)) {
                return reply;
            }
            List<Reply> fields = new ArrayList<>(config.elements());
            for (byte[] word : choice.arguments()) {
                fields.add(new Reply.Bytes(word));
            }
            return new Reply.Many(fields);
        };
    }

    /** A look-up takes every key for there under the name of its maker. */
    static Distortion overlookingNames() {
        return (command, caller, server) -> {
            boolean isAsked = caller.operation().kind() == LOOK_UP
                    && command.verb() == Verb.PTTL
                    && endsWith(command.key(), ":new");
            return isAsked ? new Reply.Int(SPAN) : server.apply(command);
        };
    }

    /** An object finds an element that it has added in the keys that are being made for a slice. */
    static Distortion knowingWhatMoves() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isFound = caller.operation().kind() == LOOK_UP
                    && caller.operation().object().equals("a")
                    && caller.operation().elements().contains("x")
                    && command.verb() == Verb.BITFIELD
                    && !endsWith(command.key(), ".18000000000");
            return isFound ? Rewriting.withAllBits(reply) : reply;
        };
    }

    /** A maker is told that a key was there under the name of its maker, and another one has its place. */
    static Distortion makingAnew() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isBirth = command.verb() == Verb.RENAMENX && endsWith(command.key(), ":new");
            return isBirth && reply instanceof Reply.Failure ? new Reply.Int(0) : reply;
        };
    }

    /** Look-ups of one object are told the config as the first of them has read it. */
    static Distortion readingOnce(String object) {
        Map<String, Reply> first = new HashMap<>();
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isConfig = command.verb() == Verb.HGETALL && !Lacking.isTrace(command);
            if (!isConfig || !caller.operation().object().equals(object)) {
                return reply;
            }
            if (caller.operation().kind() == OperationKind.OPEN) {
                first.clear();
            }
            return caller.operation().kind() == LOOK_UP ? first.computeIfAbsent(object, none -> reply) : reply;
        };
    }

    private static Reply withoutSlices(Reply reply) {
        return without(reply, "ready\\.[^.]*\\.[0-9]{2,}(\\..*)?|slice\\..*");
    }

    private static Reply without(Reply reply, String pattern) {
        if (!(reply instanceof Reply.Many many)) {
            return reply;
        }
        List<Reply> fields = new ArrayList<>();
        for (int i = 0; i + 1 < many.elements().size(); i += 2) {
            String field = many.elements().get(i) instanceof Reply.Bytes bytes ? Rewriting.text(bytes.value()) : "";
            if (!field.matches(pattern)) {
                fields.add(many.elements().get(i));
                fields.add(many.elements().get(i + 1));
            }
        }
        return new Reply.Many(fields);
    }

    /** A client that knows of keys which are being made is not told when they are removed by a clear. */
    static World keysThatAreNotMade() {
        return World.of(
                "windows: keys that were chosen, and never made",
                List.of(
                        open("a", SPEC),
                        open("b", SPEC),
                        call(ADD, "a", "v").abandonedAfter("HSETNX"),
                        call(OperationKind.STATS, "b"),
                        call(LOOK_UP, "b", "x")),
                List.of(Role.of("cleaner", call(OperationKind.CLEAR, "a"), call(ADD, "a", "x"))),
                List.of(call(LOOK_UP, "b", "x")));
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
                        List.of(
                                open("a", spec),
                                open("b", spec),
                                call(ADD, "a", "x"),
                                call(LOOK_UP, "b", "x"),
                                pass(SLICE)),
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
                        List.of(
                                open("a", SPEC),
                                open("b", SPEC),
                                call(ADD, "a", "x"),
                                call(LOOK_UP, "b", "x"),
                                pass(SLICE)),
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
