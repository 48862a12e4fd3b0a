package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.settle;

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

/** Makes the worlds in which a consumer claims its deliveries, while others act, and asks again at the end. */
final class ClaimWorlds {

    private static final String WRITER = "w";

    private ClaimWorlds() {}

    /** The worlds of a trouble. */
    static List<World> all(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act act : Act.BASIC) {
            worlds.add(beside(act, true, false, trouble));
            worlds.add(beside(act, false, false, trouble));
            worlds.add(beside(act, false, true, trouble));
        }
        worlds.add(twoOwners(false, trouble));
        worlds.add(twoOwners(true, trouble));
        worlds.add(twoWriters(trouble));
        worlds.add(settling(trouble));
        worlds.add(refusing(trouble));
        return worlds;
    }

    /**
     * A consumer brings an element that is there and one that is not, twice; it repeats failed calls.
     *
     * @param oneObject whether the other actor uses the object of the consumer
     * @param isKnown whether the writer has its key before anybody acts
     */
    private static World beside(Act act, boolean oneObject, boolean isKnown, Trouble trouble) {
        SimulatedClock clock = new SimulatedClock();
        boolean grows = act == Act.GROWTH;
        FilterSpec spec = spec(grows).build();
        FilterOptions options = act == Act.NEAR_CACHE ? Specs.nearCached(clock) : FilterOptions.defaults();
        String other = oneObject ? "a" : "b";
        List<Operation> before =
                new ArrayList<>(List.of(open("a", spec, oneObject ? options : FilterOptions.defaults())));
        if (!oneObject) {
            before.add(open("b", spec, options));
        }
        before.add(call(OperationKind.ADD, "a", "x"));
        if (grows) {
            before.add(call(OperationKind.ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY)));
        }
        if (act == Act.NEAR_CACHE) {
            before.add(call(OperationKind.LOOK_UP, other, "x"));
        }
        if (isKnown) {
            before.add(claim("a", WRITER, 1, "known"));
        }
        if (trouble == Trouble.EXPIRY && act != Act.EXPIRE) {
            before.add(Operation.expire("a", Act.LIFE));
        }
        Operation claim = claim("a", WRITER, 7, "x", "y", "y");
        List<Role> roles =
                List.of(Role.of("consumer", claim, claim.ifFailed()), Role.of("actor", act.on(other, 1, spec)));
        World world = World.of(
                        "claims beside " + act + (oneObject ? " on one object" : "") + (isKnown ? ", made before" : ""),
                        before,
                        roles,
                        replay(spec, claim("c", WRITER, 7, "x", "y", "y")))
                .with(trouble.faults());
        return act == Act.NEAR_CACHE ? world.nearCached(clock, other) : world;
    }

    /** The filter is rebuilt meanwhile; the claims stay as they are. */
    static World besideARebuild(boolean isKnown, Trouble trouble) {
        FilterSpec spec = Specs.plain(1);
        List<Operation> before = new ArrayList<>(List.of(open("a", spec), call(OperationKind.ADD, "a", "x")));
        if (isKnown) {
            before.add(claim("a", WRITER, 1, "known"));
        }
        Operation claim = claim("a", WRITER, 7, "x", "y", "y");
        return World.of(
                        "a rebuild beside claims" + (isKnown ? ", made before" : ""),
                        before,
                        List.of(
                                Role.of("consumer", claim, claim.ifFailed()),
                                Role.of("rebuilder", Operation.rebuild("clicks", 0))),
                        replay(spec, claim("c", WRITER, 7, "x", "y", "y")))
                .with(trouble.faults());
    }

    /** A consumer and its successor, which was started too early; or two threads of one consumer. */
    private static World twoOwners(boolean oneObject, Trouble trouble) {
        FilterSpec spec = Specs.plain(1);
        List<Operation> before = new ArrayList<>(List.of(open("a", spec)));
        if (!oneObject) {
            before.add(open("b", spec));
        }
        String other = oneObject ? "a" : "b";
        Operation first = claim("a", WRITER, 7, "y");
        Operation second = claim(other, WRITER, 6, "z", "y");
        List<Role> roles =
                List.of(Role.of("first", first, first.ifFailed()), Role.of("second", second, second.ifFailed()));
        return World.of(
                        "two owners of one writer" + (oneObject ? " on one object" : ""),
                        before,
                        roles,
                        replay(spec, claim("c", WRITER, 6, "z", "y")))
                .with(trouble.faults());
    }

    /** Two writers bring the same element. */
    private static World twoWriters(Trouble trouble) {
        FilterSpec spec = Specs.plain(2);
        Operation first = claim("a", "one", 3, "y", "z");
        Operation second = claim("b", "two", 3, "z", "y");
        List<Operation> after = new ArrayList<>(replay(spec, claim("c", "one", 3, "y", "z")));
        after.add(1, claim("c", "two", 3, "z", "y"));
        return World.of(
                        "two writers",
                        List.of(open("a", spec), open("b", spec)),
                        List.of(
                                Role.of("first", first, first.ifFailed()),
                                Role.of("second", second, second.ifFailed())),
                        after)
                .on(2)
                .with(trouble.faults());
    }

    /** A consumer settles a delivery, and one of its threads claims the next. */
    private static World settling(Trouble trouble) {
        FilterSpec spec = Specs.plain(1);
        Operation claim = claim("a", WRITER, 8, "y");
        return World.of(
                        "a settlement",
                        List.of(open("a", spec), claim("a", WRITER, 7, "x")),
                        List.of(
                                Role.of(
                                        "settling",
                                        settle("a", WRITER, 7),
                                        settle("a", WRITER, 7).ifFailed()),
                                Role.of("claiming", claim, claim.ifFailed())),
                        replay(spec, claim("c", WRITER, 8, "y")))
                .with(trouble.faults());
    }

    /** A filter that is about to be full refuses some elements. */
    private static World refusing(Trouble trouble) {
        FilterSpec spec =
                Specs.small("clicks", 1).overCapacity(OverCapacity.REJECT).build();
        Operation claim = claim("a", WRITER, 7, "y", "z", "v");
        return World.of(
                        "a filter that rejects",
                        List.of(
                                open("a", spec),
                                open("b", spec),
                                call(OperationKind.ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY - 1))),
                        List.of(
                                Role.of("consumer", claim, claim.ifFailed()),
                                Role.of("adder", call(OperationKind.ADD_ALL, "b", "z", "u"))),
                        replay(spec, claim("c", WRITER, 7, "y", "z", "v")))
                .with(trouble.faults());
    }

    /** The consumer is started again and gets the same deliveries, whether it has died or not. */
    private static List<Operation> replay(FilterSpec spec, Operation claim) {
        List<Operation> after = new ArrayList<>(List.of(open("c", spec), claim, claim));
        long last = claim.delivery().first() + claim.elements().size() - 1;
        after.add(settle("c", claim.delivery().writer(), last));
        after.addAll(Specs.audit(spec, List.of("a"), "x", "y"));
        return after;
    }

    private static FilterSpecBuilder spec(boolean grows) {
        return Specs.small("clicks", 1).overCapacity(grows ? OverCapacity.GROW : OverCapacity.DEGRADE);
    }
}
