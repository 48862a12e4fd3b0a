package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.abandon;
import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.Operation.rebuildWithout;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.OldPrimary;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
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

    /** As many writes as the beginning of a rebuild. */
    private static final int UNDONE = 12;

    private RebuildMistakes() {}

    /** The old partitions are taken for marked. */
    static Distortion unmarked() {
        When marks = (command, caller) -> command.arguments().length == LENGTH_OF_A_MARK;
        return sent(Verb.BITFIELD).and(marks).skipped(alive(VALUES_OF_A_MARK));
    }

    /** Overlooks the marks of rebuilds in some replies to adds. */
    private static Distortion overlooking(When when) {
        return sent(Verb.BITFIELD).by(ADD).and(when).answered(Rewriting::withoutMarks);
    }

    /** An add overlooks all marks. */
    static Distortion overlookingMarks() {
        return overlooking(sent());
    }

    /** An add overlooks the marks in layers that it only reads. */
    static Distortion overlookingMarksOfWhatItReads() {
        return overlooking((command, caller) -> !Rewriting.setsBits(command));
    }

    /** An add overlooks a mark of which the register knows nothing. */
    static Distortion overlookingOrphans() {
        return sent(Verb.BITFIELD).by(ADD).executed((command, caller, server) -> {
            long begun = Long.parseLong(
                    Format.stateBeside(Rewriting.key(command), server).getOrDefault("begun", "0"));
            Reply reply = server.apply(command);
            return begun == 0 ? Rewriting.withoutMarks(reply) : reply;
        });
    }

    /** An add that has found the layer of a rebuild dead lets the rebuild go on. */
    static Distortion keepingADeadRebuild() {
        return Format.writes(state -> !state.containsKey("rebuild")).by(ADD).skipped(When.NONE);
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

    /** A client adds what is in the older layer, while the filter is rebuilt without it. */
    static World grown() {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                "a client adds an old element to a grown filter that is rebuilt without it",
                List.of(open("a", spec), open("b", spec), call(ADD, "b", "x"), Specs.fill("b"), call(ADD, "a", "y")),
                List.of(
                        Role.of("rebuilder", rebuildWithout("clicks", "x")),
                        Role.of("adder", call(OperationKind.LOOK_UP, "a", "z"), call(ADD, "a", "x"))),
                Specs.audit(spec, List.of("a"), "x", "y"));
    }

    /** A failover undoes a rebuild, whose mark stays, and another one begins. */
    static World undone() {
        return World.of(
                        "a failover undoes a rebuild, and another one begins",
                        List.of(open("a", Specs.plain(2)), open("b", Specs.plain(2)), call(ADD, "a", "x")),
                        List.of(
                                Role.of("rebuilder", rebuild("clicks", 0), rebuild("clicks", 0)),
                                Role.of("adder", call(ADD, "b", Specs.inPartition(1, 0)))),
                        Specs.audit(Specs.plain(2), List.of("a", "b"), Specs.inPartition(1, 0)))
                .on(2)
                .lagging(UNDONE)
                .with(Faults.NONE.demoting(OldPrimary.DEMOTED));
    }

    /** The partition of the next generation is lost. */
    static World lost() {
        return addition().with(Faults.oneOf(EventKind.EVICT));
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
