package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.copy;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.remove;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Worlds in which a config is lost, or would be without a guard. */
final class LostConfigWorlds {

    private static final FilterSpec ONE = Specs.plain(1);

    private LostConfigWorlds() {}

    static World evictedConfig() {
        return World.of(
                        "the config is evicted before another client opens the filter",
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("opener", open("b", ONE), call(LOOK_UP, "b", "x"))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** The element is in the partition that is removed last. */
    static World removalOfWhatIsLeft() {
        FilterSpec spec = Specs.plain(2);
        String element = Specs.inPartition(1, 900);
        return World.of(
                        "what a lost config has left is removed while another client has the filter open",
                        List.of(open("a", spec), call(ADD, "a", element)),
                        List.of(
                                Role.of("remover", remove("clicks")),
                                Role.of("opener", open("b", spec), call(LOOK_UP, "b", element)),
                                Role.of("asker", call(LOOK_UP, "a", element))),
                        List.of())
                .with(Faults.NONE.losing(StoredFilter.config("clicks")));
    }

    /** The end of a deletion arrives when the filter was deleted, and created again. */
    static World lateDeletion() {
        return World.of(
                        "a command of a deletion is held back",
                        List.of(open("a", ONE)),
                        List.of(Role.of(
                                "owner",
                                call(DELETE, "a"),
                                call(DELETE, "a").ifFailed(),
                                open("b", ONE),
                                call(ADD, "b", "x"))),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .with(Faults.oneOf(EventKind.HOLD));
    }

    /** A copy of another version of the engine takes the name of a filter whose config was lost. */
    static World copyOfAnotherVersion() {
        FilterSpec target = Specs.small("copy", 1).build();
        return World.of(
                        "a copy does not look whose trace there is",
                        List.of(open("a", ONE)),
                        List.of(
                                Role.of(
                                        "copier",
                                        copy(FilterSpec.existing("clicks").build(), "copy")),
                                Role.of("user", open("b", target), call(ADD, "b", "x"))),
                        List.of(open("fresh", target), call(LOOK_UP, "fresh", "x"), call(LOOK_UP, "b", "x")))
                .with(Faults.oneOf(EventKind.EVICT))
                .with(TraceMistakes.takenForItsOwn(OperationKind.COPY));
    }
}
