package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.copy;
import static io.polybloom.simulation.actor.Operation.count;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.mergeCounters;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOAD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Worlds that keep their promises as long as a guard is there. */
final class MistakeWorlds {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec TWO = Specs.plain(2);
    private static final FilterSpec GROWING = Specs.growing(1);

    private MistakeWorlds() {}

    static World oneAdd() {
        return scene(List.of(open("a", ONE)), Role.of("adder", call(ADD, "a", "x")));
    }

    static World eviction() {
        return scene(List.of(open("a", ONE), call(ADD, "a", "x")), Role.of("asker", call(LOOK_UP, "a", "x")))
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** A load goes into the newest layer, where an add would close the older one first. */
    static World grownByAnother() {
        return scene(
                List.of(open("a", GROWING), open("b", GROWING), Specs.fill("a")),
                Role.of("grower", call(ADD, "a", "y"), call(LOAD, "a", "x"), call(LOOK_UP, "b", "x")));
    }

    /** The add of the first client meets a seal that the second one has set. */
    static World secondGrowth() {
        return scene(
                List.of(
                        open("a", GROWING),
                        open("b", GROWING),
                        call(ADD_ALL, "a", Specs.fillers(0, Specs.CAPACITY - 1))),
                Role.of("first", call(ADD_ALL, "a", "x")),
                Role.of("second", call(ADD, "b", "y"), call(ADD, "b", "x")));
    }

    static World growth() {
        return scene(List.of(open("a", GROWING), Specs.fill("a")), Role.of("grower", call(ADD, "a", "x")));
    }

    static World clear() {
        return scene(
                List.of(open("a", ONE), open("b", ONE)),
                Role.of("cleaner", call(CLEAR, "a"), call(ADD, "a", "x"), call(LOOK_UP, "b", "x")));
    }

    static World twoOpeners() {
        return scene(
                List.of(),
                Role.of("first", open("a", ONE), call(ADD, "a", "x")),
                Role.of("second", open("b", ONE), call(ADD, "b", "x")));
    }

    static World twoExpiries() {
        return scene(
                List.of(open("a", TWO), open("b", TWO)),
                Role.of("first", expire("a", 100)),
                Role.of("second", expire("b", 100_000)));
    }

    static World nearCacheAfterFailover() {
        SimulatedClock clock = new SimulatedClock();
        List<Operation> audit = Specs.audit(ONE, List.of("a"), "x");
        return World.of(
                        "a failover loses an add that a near cache knows",
                        List.of(open("a", Specs.plain(1), Specs.nearCached(clock))),
                        List.of(Role.of("adder", call(ADD, "a", "x"))),
                        audit)
                .nearCached(clock, "a")
                .lagging(2)
                .with(Faults.oneOf(EventKind.FAIL_OVER).ticking(2_000L));
    }

    /** A publication is held back until the clear was repeated. */
    static World lateClear() {
        return World.of(
                        "a command of a clear is held back",
                        List.of(open("a", ONE)),
                        List.of(Role.of(
                                "cleaner", call(CLEAR, "a"), call(CLEAR, "a").ifFailed(), call(ADD, "a", "x"))),
                        Specs.audit(ONE, List.of(), "x"))
                .with(Faults.oneOf(EventKind.HOLD));
    }

    static World loadOfWhatExpires() {
        return scene(List.of(open("a", ONE), expire("a", 100)), Role.of("loader", call(LOAD, "a", "x", "y")));
    }

    static World loadAndExpiry() {
        return scene(
                List.of(open("a", ONE), open("b", ONE)),
                Role.of("loader", call(LOAD, "a", "x", "y")),
                Role.of("owner", expire("b", 100)));
    }

    static World unionThatExpires() {
        FilterSpec other = Specs.small("other", 1).build();
        return scene(
                List.of(open("a", ONE), expire("a", 100), open("b", other), call(ADD, "b", "x")),
                Role.of("merger", Operation.merge("other", "clicks")));
    }

    static World loadAndEviction() {
        return World.of(
                        "a key is evicted during a load",
                        List.of(open("a", ONE)),
                        List.of(Role.of("loader", call(LOAD, "a", "x", "y"))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(Faults.oneOf(EventKind.EVICT));
    }

    static World mergeOfCounters() {
        return World.of(
                        "a key is evicted while two counters in different slots are merged",
                        List.of(count("other", "x"), count("visits", "y")),
                        List.of(Role.of("merger", mergeCounters("other", "visits", "x", "y"))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    static World copyAndAdd() {
        return World.of(
                "an element is added during a copy",
                List.of(open("a", ONE)),
                List.of(
                        Role.of(
                                "copier",
                                copy(FilterSpec.existing("clicks").build(), "copy"),
                                open("c", FilterSpec.existing("copy").build()),
                                call(LOOK_UP, "c", "x")),
                        Role.of("adder", call(ADD, "a", "x"))),
                List.of());
    }

    private static World scene(List<Operation> before, Role... roles) {
        return World.of("an engine that lacks a guard", before, List.of(roles), List.of());
    }

    static World expiryBesideADeletion() {
        FilterSpec one = Specs.plain(1);
        return World.of(
                "a client changes the expiry while another one deletes the filter",
                List.of(open("a", one), open("b", one), call(ADD, "a", "x")),
                List.of(Role.of("owner", expire("a", 100_000)), Role.of("deleter", call(DELETE, "b"))),
                List.of(
                        call(LOOK_UP, "a", "x"),
                        call(LOOK_UP, "b", "x"),
                        open("fresh", one),
                        call(LOOK_UP, "fresh", "x")));
    }
}
