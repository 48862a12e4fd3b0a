package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.copy;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Defects of copies. */
public final class CopyWorlds {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec TWO = Specs.plain(2);
    private static final FilterSpec SOURCE = FilterSpec.existing("clicks").build();
    private static final FilterSpec TARGET = Specs.small("copy", 1).build();
    private static final FilterSpec COPY = Specs.small("copy", 2).build();
    private static final long LONG = 100_000;

    private CopyWorlds() {}

    /** 4: two copies into one target. */
    static World twoCopies() {
        return World.of(
                "two copies into one target, which is used at once",
                List.of(open("a", TWO), call(ADD, "a", "x")),
                List.of(
                        Role.of("first", copy(SOURCE, "copy"), open("c", COPY), call(ADD, "c", "z")),
                        Role.of("second", copy(SOURCE, "copy"))),
                Specs.audit(COPY, List.of(), "x", "z"));
    }

    /** 11: a copy of a filter that grows. */
    static World copyOfAGrowingFilter() {
        FilterSpec spec = Specs.growing(1);
        FilterSpec copy = Specs.small("copy", 1).overCapacity(OverCapacity.GROW).build();
        return World.of(
                "a filter grows while it is copied",
                List.of(open("a", spec), Specs.fill("a")),
                List.of(Role.of("copier", copy(SOURCE, "copy")), Role.of("adder", call(ADD, "a", "x"))),
                Specs.audit(copy, List.of(), "x"));
    }

    /** 33: another client creates the target, whose config is lost before the copy takes the name. */
    public static World copyBesideALostFilter() {
        return World.of(
                        "a filter is copied to a name whose filter was made and lost its config meanwhile",
                        List.of(open("a", ONE)),
                        List.of(
                                Role.of("copier", copy(SOURCE, "copy")),
                                Role.of("user", open("b", TARGET), call(ADD, "b", "x"))),
                        List.of(open("fresh", TARGET), call(LOOK_UP, "fresh", "x"), call(LOOK_UP, "b", "x")))
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 33: likewise when a third client opens the target before the copy has found that out. */
    static World copyOpenedBesideALostFilter() {
        return World.of(
                        "a copy is opened whose name another filter had that has lost its config",
                        List.of(open("a", ONE)),
                        List.of(
                                Role.of("copier", copy(SOURCE, "copy")),
                                Role.of("user", open("b", TARGET), call(ADD, "b", "x")),
                                Role.of("opener", open("c", TARGET), call(LOOK_UP, "c", "x"), call(ADD, "c", "y"))),
                        List.of(open("fresh", TARGET), call(LOOK_UP, "fresh", "x"), call(LOOK_UP, "fresh", "y")))
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 34: another client creates and deletes the target, and what the copy has written into the config goes with it. */
    static World copyMeetsADeletion() {
        return World.of(
                "a filter is copied to a name whose filter is made and deleted meanwhile",
                filled(),
                List.of(
                        Role.of("copier", copy(SOURCE, "copy")),
                        Role.of("deleter", open("b", TARGET), call(DELETE, "b"))),
                List.of(open("fresh", TARGET), call(LOOK_UP, "fresh", "x")));
    }

    /** 34: likewise if the source expires: then the copy has settled its partitions before. */
    static World expiringCopyMeetsADeletion() {
        return World.of(
                "a filter that expires is copied to a name whose filter is made and deleted meanwhile",
                List.of(open("a", ONE), call(ADD, "a", "x"), expire("a", LONG)),
                List.of(
                        Role.of("copier", copy(SOURCE, "copy")),
                        Role.of("deleter", open("b", TARGET), call(DELETE, "b"))),
                List.of(open("fresh", TARGET), call(LOOK_UP, "fresh", "x")));
    }

    private static List<Operation> filled() {
        return List.of(open("a", ONE), call(ADD, "a", "x"));
    }
}
