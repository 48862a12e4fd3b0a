package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.time.Duration;
import java.util.List;

/** Worlds in which a clock is off. */
final class ClockWorlds {

    private static final long LIFE = 100;

    private ClockWorlds() {}

    /** By the clock of the second client the filter expired long ago. */
    static World clientAhead() {
        FilterSpec spec = Specs.plain(1);
        return World.of(
                "a client whose clock is ahead opens a filter that is to expire",
                List.of(open("a", spec), call(ADD, "a", "x"), expire("a", LIFE)),
                List.of(
                        Role.of("ahead", open("b", spec), call(LOOK_UP, "b", "x"))
                                .ahead(Duration.ofMinutes(10)),
                        Role.of("asker", call(LOOK_UP, "a", "x"))),
                List.of());
    }

    /** A partition lives on the second server when the filter has expired by the clock of the first one. */
    static World serverBehind() {
        FilterSpec spec = Specs.plain(2);
        String element = Specs.inPartition(1, 900);
        return World.of(
                        "a filter expires on one server, and half a second later on another one",
                        List.of(open("a", spec), call(ADD, "a", element), expire("a", LIFE)),
                        List.of(
                                Role.of("opener", open("b", spec), call(LOOK_UP, "b", element)),
                                Role.of("asker", call(LOOK_UP, "a", element))),
                        List.of())
                .on(2)
                .timedBy(new SimulatedClock().withServerBehind(1, Duration.ofMillis(500)))
                .with(Faults.NONE.ticking(2 * LIFE));
    }
}
