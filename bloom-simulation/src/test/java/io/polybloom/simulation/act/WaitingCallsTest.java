package io.polybloom.simulation.act;

import static io.polybloom.simulation.Explorations.explore;
import static io.polybloom.simulation.actor.Operation.call;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Single calls that wait on one object and go together, alongside other operations on the filter. */
class WaitingCallsTest {

    private static final int SCHEDULES = Schedules.MOST;

    private static final Set<Act> ACTS =
            EnumSet.of(Act.ADD_ALL, Act.CLEAR, Act.EXPIRE, Act.DELETE, Act.GROWTH, Act.REBUILD, Act.LOAD);

    private static final String IN_FIRST = Specs.inPartition(0, 1);
    private static final String IN_SECOND = Specs.inPartition(1, 2);

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void eachCallerGetsItsOwnAnswer(Trouble trouble) {
        Exploration all = new Exploration();
        for (Act act : Act.BASIC) {
            for (OperationKind kind : List.of(OperationKind.ADD_TOGETHER, OperationKind.LOOK_UP_TOGETHER)) {
                all.include(new Exploration().explore(world(kind, act, trouble), SCHEDULES));
            }
        }
        System.out.println(all.summary("calls that wait, " + trouble));
        assertEquals("", all.journals());
    }

    /** Calls of several threads wait for each other: the engine decides which of them go together, and when. */
    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void threadsGetTheirOwnAnswers(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act act : ACTS) {
            worlds.add(threads(act, false, trouble));
            worlds.add(threads(act, true, trouble));
        }
        explore(
                "threads whose calls wait, " + trouble,
                worlds,
                (exploration, world) -> exploration.explore(world, SCHEDULES));
    }

    /**
     * Three threads add "y" and "z" and ask for "y", while another client acts.
     *
     * @param caches whether the threads share a near cache
     */
    private static World threads(Act act, boolean caches, Trouble trouble) {
        SimulatedClock clock = new SimulatedClock();
        boolean grows = act == Act.GROWTH;
        FilterSpec spec = Specs.small("clicks", 1)
                .overCapacity(grows ? OverCapacity.GROW : OverCapacity.DEGRADE)
                .build();
        List<Operation> before = new ArrayList<>(List.of(
                Operation.open("a", spec, caches ? Specs.nearCached(clock) : FilterOptions.defaults()),
                Operation.open("b", spec),
                call(OperationKind.ADD, "a", "x")));
        if (grows) {
            before.add(call(OperationKind.ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY)));
        }
        if (trouble == Trouble.EXPIRY) {
            before.add(Operation.expire("a", Act.LIFE));
        }
        World world = World.of(
                        "calls of three threads" + (caches ? " with a near cache" : "") + " beside " + act,
                        before,
                        List.of(
                                Role.of("first", call(OperationKind.ADD, "a", "y")),
                                Role.of(
                                        "second",
                                        call(OperationKind.ADD, "a", "y"),
                                        call(OperationKind.LOOK_UP, "a", "x")),
                                Role.of(
                                        "third",
                                        call(OperationKind.ADD, "a", "z"),
                                        call(OperationKind.LOOK_UP, "a", "y")),
                                Role.of("other", act.on("b", 4, spec))),
                        Specs.audit(spec, List.of("a", "b"), "x", "y", "z"))
                .lettingCallsWait()
                .with(trouble.faults());
        return caches ? world.nearCached(clock, "a") : world;
    }

    /** The calls are about "x", which is there, "y", and an element of each of the two partitions. */
    private static World world(OperationKind kind, Act act, Trouble trouble) {
        boolean grows = act == Act.GROWTH;
        FilterSpec spec = Specs.small("clicks", 2)
                .overCapacity(grows ? OverCapacity.GROW : OverCapacity.DEGRADE)
                .build();
        List<Operation> before = new ArrayList<>(List.of(Operation.open("a", spec), Operation.open("b", spec)));
        before.add(call(OperationKind.ADD, "a", "x"));
        if (grows) {
            before.add(call(OperationKind.ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY)));
        }
        if (trouble == Trouble.EXPIRY) {
            before.add(Operation.expire("a", Act.LIFE));
        }
        return World.of(
                        kind + " beside " + act,
                        before,
                        List.of(
                                Role.of("callers", call(kind, "a", "x", "y", IN_FIRST, IN_SECOND)),
                                Role.of("other", act.on("b", 2, spec))),
                        Specs.audit(spec, List.of("a", "b"), "x", "y", IN_FIRST, IN_SECOND))
                .with(trouble.faults());
    }
}
