package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.export;
import static io.polybloom.simulation.actor.Operation.importing;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.remove;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Makes the worlds in which a snapshot of two partitions, each with an element, is imported. */
public final class ImportWorlds {

    private static final String CLICKS = "clicks";
    private static final FilterSpec SPEC = Specs.plain(2);
    private static final FilterSpec IMPORTED = FilterSpec.existing(CLICKS).build();

    /** The elements of the snapshots of two other filters, one in each partition. */
    private static final String[] FIRST = {Specs.inPartition(0, 1), Specs.inPartition(1, 2)};

    private static final String[] SECOND = {Specs.inPartition(0, 3), Specs.inPartition(1, 4)};

    private ImportWorlds() {}

    static List<World> all(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        worlds.add(intoAFreeName());
        worlds.add(twoOfOneSnapshot());
        worlds.add(beside("another one of another snapshot", importing("second", CLICKS)));
        worlds.add(beside("the creation of the filter", open("b", SPEC), call(ADD, "b", "x")));
        worlds.add(beside("a deletion", remove(CLICKS)));
        worlds.add(restoration());
        Set<Act> acts = EnumSet.copyOf(Act.BASIC);
        acts.removeAll(EnumSet.of(Act.GROWTH, Act.NEAR_CACHE));
        acts.forEach(act -> worlds.add(intoAFilterBeside(act)));
        return worlds.stream().map(world -> world.with(trouble.faults())).toList();
    }

    /** Who finds the filter finds all of it. */
    public static World intoAFreeName() {
        return World.of(
                "an import into a free name",
                snapshots(),
                List.of(
                        Role.of("importer", importing("first", CLICKS)),
                        Role.of("reader", open("r", IMPORTED), lookUp("r", FIRST[0]), lookUp("r", FIRST[1]))),
                after());
    }

    /** Two imports of one snapshot, of which one may fail. */
    public static World twoOfOneSnapshot() {
        return beside("another one of the same snapshot", importing("first", CLICKS));
    }

    /** The importer dies, and nobody continues. */
    public static World death() {
        return World.of(
                        "the death of an importer",
                        snapshots(),
                        List.of(Role.of("importer", importing("first", CLICKS))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE));
    }

    /** Time passes, more than unpublished keys live. */
    public static World longAfter() {
        List<Operation> after = new ArrayList<>(List.of(pass(Duration.ofHours(2).toMillis()), open("fresh", IMPORTED)));
        after.add(lookUp("fresh", FIRST[0]));
        after.add(lookUp("fresh", FIRST[1]));
        return World.of(
                "a filter that was imported two hours ago",
                snapshots(),
                List.of(Role.of("importer", importing("first", CLICKS))),
                after);
    }

    /** Another client acts under the name at the same time. */
    private static World beside(String what, Operation... acts) {
        return World.of(
                "an import beside " + what,
                snapshots(),
                List.of(Role.of("importer", importing("first", CLICKS)), Role.of("actor", acts)),
                after());
    }

    /** A filter is deleted and brought back, while another client adds through an object of its own. */
    private static World restoration() {
        List<Operation> before = List.of(open("a", SPEC), call(ADD_ALL, "a", FIRST), export(CLICKS), open("b", SPEC));
        List<Operation> after = new ArrayList<>(List.of(importing(CLICKS, CLICKS)));
        after.addAll(Specs.audit(SPEC, List.of("b"), FIRST[0], FIRST[1], "x"));
        return World.of(
                "a filter is deleted and restored",
                before,
                List.of(
                        Role.of("restorer", call(DELETE, "a"), importing(CLICKS, CLICKS)),
                        Role.of("adder", call(ADD, "b", "x"))),
                after);
    }

    private static World intoAFilterBeside(Act act) {
        List<Operation> before = new ArrayList<>(snapshots());
        before.add(open("a", SPEC));
        before.add(call(ADD, "a", "x"));
        List<Operation> after = new ArrayList<>(List.of(importing("first", CLICKS)));
        after.addAll(Specs.audit(SPEC, List.of("a"), "x", "y", FIRST[0], FIRST[1]));
        return World.of(
                "an import into a filter, beside " + act,
                before,
                List.of(Role.of("importer", importing("first", CLICKS)), Role.of("actor", act.on("a", 1, SPEC))),
                after);
    }

    private static List<Operation> snapshots() {
        return List.of(
                open("one", Specs.small("first", 2).build()),
                call(ADD_ALL, "one", FIRST),
                export("first"),
                open("two", Specs.small("second", 2).build()),
                call(ADD_ALL, "two", SECOND),
                export("second"));
    }

    /** What was interrupted is repeated. */
    private static List<Operation> after() {
        List<Operation> after = new ArrayList<>(
                List.of(importing("first", CLICKS), importing("second", CLICKS), open("fresh", IMPORTED)));
        for (String element : List.of(FIRST[0], FIRST[1], SECOND[0], SECOND[1], "x")) {
            after.add(lookUp("fresh", element));
        }
        return after;
    }

    private static Operation lookUp(String object, String element) {
        return call(LOOK_UP, object, element);
    }
}
