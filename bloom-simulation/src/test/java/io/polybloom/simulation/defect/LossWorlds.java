package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.open;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Defects around a config that is lost. */
final class LossWorlds {

    private static final FilterSpec ONE = Specs.plain(1);

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
}
