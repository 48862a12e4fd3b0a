package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.abandon;
import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/** Rebuilds that lack a guard, and worlds in which it is missed. */
final class RebuildMistakes {

    /** GET u1 m GET u7 m+1 SET u1 o 1: every element of these worlds has more bits than one. */
    private static final int LENGTH_OF_A_MARK = 10;

    private static final int VALUES_OF_A_MARK = 3;

    private RebuildMistakes() {}

    /** The old partitions are taken for marked. */
    static Distortion unmarked() {
        When marks = (command, caller) -> command.arguments().length == LENGTH_OF_A_MARK;
        return sent(Verb.BITFIELD).and(marks).skipped(alive(VALUES_OF_A_MARK));
    }

    /** Answers an add of the given kind when it has reached a number of generations. */
    static Distortion intoGenerations(int number, OperationKind kind) {
        Map<Call, Set<String>> reached = new WeakHashMap<>();
        return sent(Verb.BITFIELD).by(kind).executed((command, caller, server) -> {
            Set<String> keys = reached.computeIfAbsent(caller, key -> new HashSet<>());
            if (keys.size() < number) {
                keys.add(Rewriting.key(command));
            }
            return keys.contains(Rewriting.key(command)) ? server.apply(command) : alive(valuesOf(command));
        });
    }

    /** A client adds while another one rebuilds, and a third one asks. */
    static World addition() {
        return world(Role.of("adder", call(ADD, "a", "y")));
    }

    /** A client that knows the filter from before looks up elements that were added since. */
    static World stale() {
        Role rebuilder = Role.of("rebuilder", rebuild("clicks", 0), open("c", Specs.plain(1)), call(ADD, "c", "z"));
        return World.of("a rebuild that lacks a guard", before(), List.of(rebuilder), List.of(call(LOOK_UP, "a", "z")));
    }

    /** The rebuild is given up at the same time. */
    static World abandonment() {
        return world(Role.of("other", abandon("clicks")));
    }

    private static World world(Role other) {
        Role rebuilder = Role.of("rebuilder", rebuild("clicks", 0));
        return World.of(
                "a rebuild that lacks a guard",
                before(),
                List.of(rebuilder, other),
                Specs.audit(Specs.plain(1), List.of("a", "b"), "x", "y"));
    }

    private static List<Operation> before() {
        FilterSpec spec = Specs.plain(1);
        return List.of(open("a", spec), open("b", spec), call(ADD, "a", "x"));
    }

    /** One for the trailer's first bit, one for its others, and one for each bit that is set. */
    private static int valuesOf(Command command) {
        return 2 + (command.arguments().length - 6) / 4;
    }

    private static Reply alive(int values) {
        long[] answer = new long[values];
        answer[0] = 1;
        return new Reply.Ints(answer);
    }
}
