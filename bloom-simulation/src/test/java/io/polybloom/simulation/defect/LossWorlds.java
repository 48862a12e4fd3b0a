package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.remove;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.DELETE;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Defects around a config that is lost. */
final class LossWorlds {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec GROWING = Specs.growing(1);

    private LossWorlds() {}

    /** 27: a client that was to write the trace again removes the one that it has found. */
    static World traceThatOneHasFound() {
        return World.of(
                        "the config is evicted while a client that has missed the trace writes it again",
                        List.of(),
                        List.of(Role.of("slow", open("b", ONE)), Role.of("fast", open("a", ONE))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 28: the first layer is removed first, and the removal dies. */
    static World removalThatDies() {
        return World.of(
                        "the removal of a grown filter without a config dies, and is repeated",
                        grown(),
                        List.of(Role.of("first", remove("clicks")), Role.of("second", remove("clicks"))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE).losing("bloom:{clicks}"));
    }

    /** 28: likewise when the filter is deleted by a client that knows its first layer only. */
    static World deletionThatDies() {
        return World.of(
                        "the deletion of a grown filter without a config dies, and what is left is removed",
                        grown(),
                        List.of(Role.of("deleter", call(DELETE, "b")), Role.of("remover", remove("clicks"))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE).losing("bloom:{clicks}"));
    }

    private static List<Operation> grown() {
        return List.of(open("a", GROWING), open("b", GROWING), Specs.fill("a"), call(ADD, "a", "x"));
    }
}
