package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.merge;
import static io.polybloom.simulation.actor.Operation.open;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** Makes the worlds in which a merge meets other acts, on its source and on its target. */
final class MergeWorlds {

    /** The filter of the acts. */
    private static final String CLICKS = "clicks";

    /** The other filter of the merge. */
    private static final String OTHER = "other";

    private MergeWorlds() {}

    /** The worlds of all acts. */
    static List<World> all(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act act : Act.BASIC) {
            worlds.add(ofSource(act, trouble));
            if (act != Act.GROWTH) {
                worlds.add(ofTarget(act, false, trouble));
            }
            worlds.add(ofTarget(act, true, trouble));
        }
        worlds.add(twoMerges(false, trouble));
        worlds.add(twoMerges(true, trouble));
        return worlds;
    }

    /** An act on the source; the target does not exist. */
    private static World ofSource(Act act, Trouble trouble) {
        Scene scene = new Scene(act, act == Act.GROWTH, trouble);
        List<Operation> after = new ArrayList<>(Specs.audit(scene.spec, List.of("a"), "x", "y"));
        after.add(open("union", FilterSpec.existing(OTHER).build()));
        after.add(call(OperationKind.LOOK_UP, "union", "x"));
        after.add(call(OperationKind.LOOK_UP, "union", "y"));
        return scene.world(act + " on the source of a merge", merge(CLICKS, OTHER), after);
    }

    /** An act on the target, which the source has outgrown by a layer if they grow. */
    private static World ofTarget(Act act, boolean grows, Trouble trouble) {
        Scene scene = new Scene(act, grows, trouble);
        scene.before.add(open("source", spec(OTHER, grows).build()));
        scene.before.add(call(OperationKind.ADD, "source", "m"));
        if (grows) {
            scene.before.add(call(OperationKind.ADD_ALL, "source", Specs.fillers(1, Specs.CAPACITY + 4)));
        }
        scene.before.add(call(OperationKind.ADD, "source", "late"));
        // Knows only the first layer, and finds the others by its seals.
        scene.before.add(open("stale", scene.spec));
        List<Operation> after = new ArrayList<>(Specs.audit(scene.spec, List.of("a", "stale"), "x", "y", "m", "late"));
        String what = grows ? "a growing target of a merge" : "the target of a merge";
        return scene.world(act + " on " + what, merge(OTHER, CLICKS), after);
    }

    /** Two merges into one target that does not exist. */
    private static World twoMerges(boolean grows, Trouble trouble) {
        List<Operation> before = new ArrayList<>();
        for (String name : List.of("one", "two")) {
            before.add(open(name, spec(name, grows).build()));
            before.add(call(OperationKind.ADD, name, "in " + name));
            if (grows) {
                before.add(call(OperationKind.ADD_ALL, name, Specs.fillers(1, Specs.CAPACITY + 4)));
            }
        }
        List<Operation> after = List.of(
                open("union", FilterSpec.existing(OTHER).build()),
                call(OperationKind.LOOK_UP, "union", "in one"),
                call(OperationKind.LOOK_UP, "union", "in two"));
        List<Role> roles = List.of(Role.of("first", merge("one", OTHER)), Role.of("second", merge("two", OTHER)));
        return World.of("two merges into one " + (grows ? "growing " : "") + "target", before, roles, after)
                .with(trouble.faults());
    }

    private static FilterSpecBuilder spec(String name, boolean grows) {
        return Specs.small(name, 1).overCapacity(grows ? OverCapacity.GROW : OverCapacity.DEGRADE);
    }

    /** A filter that holds "x", and somebody who acts on it. */
    private static final class Scene {

        private final SimulatedClock clock = new SimulatedClock();
        private final List<Operation> before = new ArrayList<>();
        private final Act act;
        private final Trouble trouble;
        private final FilterSpec spec;

        private Scene(Act act, boolean grows, Trouble trouble) {
            this.act = act;
            this.trouble = trouble;
            this.spec = spec(CLICKS, grows).build();
            before.add(open("a", spec, act == Act.NEAR_CACHE ? Specs.nearCached(clock) : FilterOptions.defaults()));
            before.add(call(OperationKind.ADD, "a", "x"));
            if (act == Act.GROWTH) {
                before.add(call(OperationKind.ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY)));
            }
            if (act == Act.NEAR_CACHE) {
                before.add(call(OperationKind.LOOK_UP, "a", "x"));
            }
            if (trouble == Trouble.EXPIRY && act != Act.EXPIRE) {
                before.add(Operation.expire("a", Act.LIFE));
            }
        }

        private World world(String name, Operation merge, List<Operation> after) {
            List<Role> roles = List.of(Role.of("merger", merge), Role.of("actor", act.on("a", 1, spec)));
            World world = World.of(name, before, roles, after);
            return (act == Act.NEAR_CACHE ? world.nearCached(clock, "a") : world).with(trouble.faults());
        }
    }
}
