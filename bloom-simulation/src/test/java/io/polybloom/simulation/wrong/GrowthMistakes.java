package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Verb;
import java.util.List;

/** Growth without a seal, and worlds in which it is missed. */
final class GrowthMistakes {

    private static final FilterSpec GROWING = Specs.growing(1);
    private static final FilterSpec TWO = Specs.growing(2);

    /** GET u1 m SET u1 m+1 1 GET u7 m+1: a command that seals, and brings no element. */
    private static final int LENGTH_OF_A_SEAL = 10;

    private GrowthMistakes() {}

    /** An add takes the layer before the newest for sealed, and so adds to the newest one. */
    static Distortion passingOver() {
        return sent(Verb.BITFIELD)
                .by(ADD)
                .and((command, caller) -> !Rewriting.setsBits(command))
                .answered(Rewriting::sealed);
    }

    /** Who adds a layer does not seal those before it. */
    static Distortion growingWithoutASeal() {
        return sent(Verb.BITFIELD)
                .and((command, caller) -> command.arguments().length <= LENGTH_OF_A_SEAL)
                .sending(Rewriting::withoutSeal);
    }

    /** The layer before is not sealed yet when one client has the newest, and another one knows only the older. */
    static World publishedAndOpen() {
        return World.of(
                "a client finds two layers, of which another one knows one",
                List.of(
                        open("a", GROWING),
                        open("b", GROWING),
                        call(ADD, "b", "v"),
                        call(ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY - 7))),
                List.of(
                        Role.of("grower", call(ADD, "a", "grown")),
                        Role.of("opener", open("c", GROWING), call(ADD, "c", "x")),
                        Role.of("adder", call(ADD, "b", "x"))),
                List.of());
    }

    /** A grower has died before it has sealed the layer before its own one, and the filter grows again. */
    static World grownAgain() {
        String x = Specs.inPartition(0, 902);
        return World.of(
                "a filter grows twice, and the oldest layer was not sealed",
                List.of(
                        open("a", TWO),
                        call(ADD, "a", Specs.inPartition(0, 903)),
                        open("g", TWO),
                        call(ADD_ALL, "g", Specs.fillers(0, Specs.CAPACITY - 7)),
                        call(ADD, "g", "y").abandonedAfter("BITFIELD"),
                        open("b", TWO)),
                List.of(Role.of("grower", call(ADD_ALL, "b", Specs.inPartition(1, 200, 262)), call(ADD, "b", x))),
                List.of(call(ADD, "a", x)));
    }
}
