package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.abandon;
import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.merge;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.Operation.rebuildIn;

import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.layout.Layouts;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.step.WholePartitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Makes the worlds in which a rebuild meets other acts. The rebuilder stands last, since then it runs to its end where
 * no schedule deviates, and each deviation is an act at one of its commands.
 */
final class RebuildWorlds {

    private static final String CLICKS = "clicks";
    private static final int LARGER = 3 * Specs.CAPACITY;

    private RebuildWorlds() {}

    /** The worlds of all acts, and those that only concern rebuilds. */
    static List<World> all(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act act : Act.BASIC) {
            boolean grows = act == Act.GROWTH;
            worlds.add(beside(act.name(), act == Act.NEAR_CACHE, grows, trouble, act.on("a", 1, spec(grows))));
        }
        worlds.add(beside("an add that the near cache knows", true, false, trouble, call(OperationKind.ADD, "a", "x")));
        worlds.add(beside(
                "two adds of one element",
                true,
                false,
                trouble,
                call(OperationKind.ADD, "a", "y"),
                call(OperationKind.ADD, "a", "y")));
        worlds.add(beside("another rebuild", false, false, trouble, rebuild(CLICKS, LARGER)));
        worlds.add(beside("an abandonment", false, false, trouble, abandon(CLICKS)));
        worlds.add(beside("a merge", false, false, trouble, merge("other", CLICKS)));
        worlds.add(besideTwo(call(OperationKind.ADD, "a", "y"), call(OperationKind.LOOK_UP, "b", "y"), trouble));
        worlds.add(besideTwo(call(OperationKind.ADD, "a", "y"), call(OperationKind.ADD, "b", "y"), trouble));
        worlds.add(besideTwo(call(OperationKind.ADD, "a", "y"), abandon(CLICKS), trouble));
        worlds.add(besideTwo(call(OperationKind.ADD, "a", "y"), call(OperationKind.CLEAR, "b"), trouble));
        worlds.add(besideTwo(call(OperationKind.ADD, "a", "y"), rebuild(CLICKS, LARGER), trouble));
        worlds.add(beside("a merge into another filter", false, false, trouble, merge(CLICKS, "other")));
        for (Act act : List.of(Act.ADD, Act.ADD_ALL, Act.LOOK_UP_ALL, Act.CLEAR, Act.DELETE, Act.EXPIRE, Act.GROWTH)) {
            worlds.add(growing(act.on("a", 1, spec(true)), trouble));
        }
        worlds.add(growing(abandon(CLICKS), trouble));
        worlds.add(growing(rebuild(CLICKS, LARGER), trouble));
        for (Act act : List.of(Act.ADD_ALL, Act.CLEAR, Act.DELETE, Act.GROWTH)) {
            worlds.add(intoAnotherLayout(act.on("a", 1, blocked()), trouble));
        }
        worlds.add(intoAnotherLayout(rebuild(CLICKS, LARGER), trouble));
        for (Act act : List.of(Act.ADD, Act.ADD_ALL, Act.LOOK_UP_ALL, Act.LOAD, Act.CLEAR, Act.DELETE, Act.EXPIRE)) {
            worlds.add(inTwoPartitions(act, trouble));
        }
        for (Act act : List.of(Act.ADD_ALL, Act.LOOK_UP_ALL)) {
            worlds.add(beside(act + " of whole partitions", false, false, trouble, act.on("a", 1, spec(false)))
                    .taking(WholePartitions.WHERE_POSSIBLE));
        }
        worlds.add(ClaimWorlds.besideARebuild(false, trouble));
        worlds.add(ClaimWorlds.besideARebuild(true, trouble));
        worlds.add(afterADeadOne(trouble));
        worlds.add(oneAfterTheOther(call(OperationKind.ADD, "a", "y"), trouble));
        worlds.add(oneAfterTheOther(call(OperationKind.LOOK_UP, "a", "x"), trouble));
        for (Act act : List.of(Act.ADD, Act.ADD_ALL, Act.LOAD, Act.LOOK_UP_ALL, Act.CLEAR, Act.CLAIM)) {
            worlds.add(ofLess(trouble, List.of(List.of(act))));
        }
        worlds.add(ofLess(trouble, List.of(List.of(Act.ADD), List.of(Act.ADD_ALL, Act.LOOK_UP_ALL))));
        return worlds;
    }

    /** What the others add is not among the elements that the rebuild reads: it is kept because of the add only. */
    private static World ofLess(Trouble trouble, List<List<Act>> turns) {
        List<List<Act>> all = new ArrayList<>(turns);
        all.add(List.of(Act.REBUILD_OF_LESS));
        return Combination.of(Start.HOLDING, OverCapacity.DEGRADE, all, false).world(trouble.faults());
    }

    /** The worlds of some acts. */
    static List<World> of(Set<Act> acts, Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act act : acts) {
            boolean grows = act == Act.GROWTH;
            worlds.add(beside(act.name(), false, grows, trouble, act.on("a", 1, spec(grows))));
        }
        worlds.add(besideTwo(call(OperationKind.ADD, "a", "y"), call(OperationKind.ADD, "b", "y"), trouble));
        worlds.add(besideTwo(call(OperationKind.ADD, "a", "y"), call(OperationKind.CLEAR, "b"), trouble));
        worlds.add(inTwoPartitions(Act.ADD_ALL, trouble));
        worlds.add(ClaimWorlds.besideARebuild(true, trouble));
        worlds.add(afterADeadOne(trouble));
        worlds.add(oneAfterTheOther(call(OperationKind.ADD, "a", "y"), trouble));
        return worlds;
    }

    /** The worlds in which somebody adds or asks, few enough to follow all schedules of one deviation. */
    static List<World> besideAdds(Trouble trouble) {
        return List.of(
                beside("an add", false, false, trouble, call(OperationKind.ADD, "a", "y")),
                beside("a look-up", false, false, trouble, call(OperationKind.LOOK_UP, "a", "x")),
                beside("a growth", false, true, trouble, Act.GROWTH.on("a", 1, spec(true))),
                growing(call(OperationKind.ADD, "a", "y"), trouble),
                inTwoPartitions(Act.ADD_ALL, trouble),
                ClaimWorlds.besideARebuild(true, trouble));
    }

    /** Somebody acts on a filter that holds "x" while it is rebuilt. */
    private static World beside(String what, boolean caches, boolean grows, Trouble trouble, Operation... acts) {
        SimulatedClock clock = new SimulatedClock();
        FilterSpec spec = spec(grows);
        List<Operation> before = before(grows, trouble);
        if (caches) {
            before.set(0, open("a", spec, Specs.nearCached(clock)));
            before.add(call(OperationKind.LOOK_UP, "a", "x"));
        }
        before.add(open("other", Specs.small("other", 1).build()));
        before.add(call(OperationKind.ADD, "other", "m"));
        List<Role> roles = List.of(Role.of("actor", acts), Role.of("rebuilder", rebuild(CLICKS, LARGER)));
        World world = World.of(
                "a rebuild beside " + what, before, roles, Specs.audit(spec, List.of("a", "b"), "x", "y", "m"));
        return (caches ? world.nearCached(clock, "a") : world).with(trouble.faults());
    }

    private static World besideTwo(Operation one, Operation other, Trouble trouble) {
        List<Role> roles =
                List.of(Role.of("one", one), Role.of("other", other), Role.of("rebuilder", rebuild(CLICKS, 0)));
        return World.of(
                        "a rebuild beside " + one + " and " + other,
                        before(false, trouble),
                        roles,
                        Specs.audit(spec(false), List.of("a", "b"), "x", "y"))
                .with(trouble.faults());
    }

    /** Somebody acts while the next generation opens its second layer. */
    private static World growing(Operation act, Trouble trouble) {
        FilterSpec spec = spec(true);
        return World.of(
                        "a rebuild that grows beside " + act,
                        before(true, trouble),
                        List.of(Role.of("actor", act), Role.of("rebuilder", rebuild(CLICKS, Specs.CAPACITY / 2))),
                        Specs.audit(spec, List.of("a", "b"), "x", "y", "f1"))
                .with(trouble.faults());
    }

    /** Somebody acts while the next generation is made, whose layout rounds its partitions differently. */
    private static World intoAnotherLayout(Operation act, Trouble trouble) {
        return World.of(
                        "a rebuild into another layout beside " + act,
                        before(blocked(), true, trouble),
                        List.of(Role.of("actor", act), Role.of("rebuilder", rebuildIn(Layouts.CLASSIC, CLICKS))),
                        Specs.audit(blocked(), List.of("a", "b"), "x", "y", "f1"))
                .with(trouble.faults());
    }

    /** Somebody acts on a filter whose partitions are on two servers. */
    private static World inTwoPartitions(Act act, Trouble trouble) {
        FilterSpec spec = Specs.plain(2);
        List<Operation> before = new ArrayList<>(List.of(open("a", spec), open("b", spec)));
        before.add(call(OperationKind.ADD_ALL, "a", "x", "v"));
        if (trouble == Trouble.EXPIRY) {
            before.add(Operation.expire("a", Act.LIFE));
        }
        List<Role> roles =
                List.of(Role.of("actor", act.on("a", 1, spec)), Role.of("rebuilder", rebuild(CLICKS, LARGER)));
        return World.of(
                        "a rebuild in two partitions beside " + act,
                        before,
                        roles,
                        Specs.audit(spec, List.of("a", "b"), "x", "y", "z"))
                .on(2)
                .with(trouble.faults());
    }

    /** Somebody who helps with the first rebuild, or is slow, meets the second one. */
    private static World oneAfterTheOther(Operation act, Trouble trouble) {
        List<Role> roles =
                List.of(Role.of("actor", act), Role.of("rebuilder", rebuild(CLICKS, 0), rebuild(CLICKS, LARGER)));
        return World.of(
                        "two rebuilds, one after the other, beside " + act,
                        before(false, trouble),
                        roles,
                        Specs.audit(spec(false), List.of("a", "b"), "x", "y"))
                .with(trouble.faults());
    }

    /** The first rebuild has died after its mark. */
    private static World afterADeadOne(Trouble trouble) {
        List<Operation> before = before(false, trouble);
        before.add(rebuild(CLICKS, 0).abandonedAfter("BITFIELD"));
        List<Role> roles = List.of(
                Role.of("adder", call(OperationKind.ADD, "a", "y")), Role.of("rebuilder", rebuild(CLICKS, LARGER)));
        return World.of(
                        "a rebuild after one that has died",
                        before,
                        roles,
                        Specs.audit(spec(false), List.of("a", "b"), "x", "y"))
                .with(trouble.faults());
    }

    private static List<Operation> before(boolean grows, Trouble trouble) {
        return before(spec(grows), grows, trouble);
    }

    private static List<Operation> before(FilterSpec spec, boolean grows, Trouble trouble) {
        List<Operation> before = new ArrayList<>();
        before.add(open("a", spec));
        before.add(open("b", spec));
        before.add(call(OperationKind.ADD, "a", "x"));
        if (grows) {
            before.add(call(OperationKind.ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY)));
        }
        if (trouble == Trouble.EXPIRY) {
            before.add(Operation.expire("a", Act.LIFE));
        }
        return before;
    }

    private static FilterSpec spec(boolean grows) {
        return builder(grows).build();
    }

    private static FilterSpec blocked() {
        return builder(true).layout(Layouts.BLOCKED).build();
    }

    private static FilterSpecBuilder builder(boolean grows) {
        return Specs.small(CLICKS, 1).overCapacity(grows ? OverCapacity.GROW : OverCapacity.DEGRADE);
    }
}
