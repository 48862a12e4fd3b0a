package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.LOAD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One guard that is left out, and a world in which it is missed. */
enum Mistake {
    TAKES_EVERY_PARTITION_FOR_ALIVE((command, server) -> withTrailer(server.apply(command), 0, 1)) {
        @Override
        World world() {
            return scene(List.of(open("a", ONE), call(ADD, "a", "x")), Role.of("asker", call(LOOK_UP, "a", "x")))
                    .with(Faults.oneOf(EventKind.EVICT));
        }
    },
    OVERLOOKS_SEALS((command, server) -> withTrailer(server.apply(command), 1, 0)) {
        @Override
        World world() {
            return grownByAnother();
        }
    },
    NEVER_SEALS((command, server) -> server.apply(withoutSeal(command))) {
        @Override
        World world() {
            return grownByAnother();
        }
    },
    LEAVES_THE_OLD_GENERATION(
            (command, server) -> command.verb() == Verb.UNLINK ? new Reply.Int(1) : server.apply(command)) {
        @Override
        World world() {
            return scene(
                    List.of(open("a", ONE), open("b", ONE)),
                    Role.of("cleaner", call(CLEAR, "a"), call(ADD, "a", "x"), call(LOOK_UP, "b", "x")));
        }
    },
    SENDS_WRITES_TWICE((command, server) -> {
        Reply first = server.apply(command);
        return command.verb() == Verb.BITFIELD ? server.apply(command) : first;
    }) {
        @Override
        World world() {
            return scene(List.of(open("a", ONE)), Role.of("adder", call(ADD, "a", "x")));
        }
    };

    private static final FilterSpec ONE = Specs.plain(1);
    private static final int SET = 3;
    private static final int SEALED = 6;

    private final Distortion distortion;

    Mistake(Distortion distortion) {
        this.distortion = distortion;
    }

    Distortion distortion() {
        return distortion;
    }

    abstract World world();

    /** A load goes into the newest layer, where an add would close the older one first. */
    private static World grownByAnother() {
        FilterSpec spec = Specs.growing(1);
        return scene(
                List.of(open("a", spec), open("b", spec), Specs.fill("a")),
                Role.of("grower", call(ADD, "a", "y"), call(LOAD, "a", "x"), call(LOOK_UP, "b", "x")));
    }

    private static World scene(List<Operation> before, Role... roles) {
        return World.of("an engine that lacks a guard", before, List.of(roles), List.of());
    }

    /** The trailer stands first in the reply about bits: alive, sealed. */
    private static Reply withTrailer(Reply reply, int index, long value) {
        if (!(reply instanceof Reply.Ints integers) || integers.values().length < 2) {
            return reply;
        }
        long[] values = integers.values().clone();
        values[index] = value;
        return new Reply.Ints(values);
    }

    /** A command that seals begins with GET u1 m SET u1 m+1 1; the same without the seal only reads it. */
    private static Command withoutSeal(Command command) {
        byte[][] words = command.arguments();
        boolean seals = command.verb() == Verb.BITFIELD
                && words.length > SEALED
                && new String(words[SET], StandardCharsets.US_ASCII).equals("SET");
        if (!seals) {
            return command;
        }
        List<byte[]> reading = new ArrayList<>(List.of(words));
        reading.remove(SEALED);
        reading.set(SET, words[0]);
        return new Command(Verb.BITFIELD, command.key(), reading.toArray(new byte[0][]));
    }
}
