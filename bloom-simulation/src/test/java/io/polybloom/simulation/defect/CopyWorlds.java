package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.copy;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Defects of copies. */
final class CopyWorlds {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec TWO = Specs.plain(2);
    private static final FilterSpec SOURCE = FilterSpec.existing("clicks").build();
    private static final FilterSpec TARGET = Specs.small("copy", 1).build();
    private static final FilterSpec COPY = Specs.small("copy", 2).build();

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

    /** 33: another client creates the target, a key of which is lost before the copy takes the name. */
    static World copyBesideALostFilter() {
        return World.of(
                        "a filter is copied to a name whose filter was made and lost a key meanwhile",
                        List.of(open("a", ONE)),
                        List.of(
                                Role.of("copier", copy(SOURCE, "copy")),
                                Role.of("user", open("b", TARGET), call(ADD, "b", "x"))),
                        List.of(open("fresh", TARGET), call(LOOK_UP, "fresh", "x"), call(LOOK_UP, "b", "x")))
                .with(Faults.oneOf(EventKind.EVICT));
    }
}
