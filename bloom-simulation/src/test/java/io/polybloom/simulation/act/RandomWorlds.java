package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;

import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Connection;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Larger worlds, drawn from a seed: several clients with several calls each, and two faults of any kind. */
final class RandomWorlds {

    private static final int MOST_ACTORS = 4;
    private static final int MOST_CALLS = 3;

    private RandomWorlds() {}

    static World of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int servers = 1 + random.nextInt(2);
        boolean grows = random.nextBoolean();
        FilterSpec spec = Specs.small("clicks", 2)
                .overCapacity(grows ? OverCapacity.GROW : OverCapacity.DEGRADE)
                .build();
        List<Role> roles = new ArrayList<>();
        int actors = 2 + random.nextInt(MOST_ACTORS - 1);
        for (int i = 1; i <= actors; i++) {
            List<Operation> script = new ArrayList<>();
            String object = random.nextBoolean() ? "a" : "b";
            for (int calls = 1 + random.nextInt(MOST_CALLS); calls > 0; calls--) {
                Act act = Act.values()[random.nextInt(Act.values().length)];
                script.add(act.on(object, 10 * i + calls, spec));
            }
            Connection connection = random.nextBoolean() ? Connection.ORDERED : Connection.UNORDERED;
            roles.add(Role.of("actor" + i, script.toArray(new Operation[0])).over(connection));
        }
        List<Operation> before = new ArrayList<>(List.of(open("a", spec), open("b", spec)));
        before.add(call(OperationKind.ADD, "a", "x"));
        if (grows) {
            before.add(call(OperationKind.ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY)));
        }
        Faults faults = Faults.upTo(
                2, EventKind.CUT, EventKind.HOLD, EventKind.DIE, EventKind.EVICT, EventKind.FORGET, EventKind.REFUSE);
        return World.of("random world " + seed, before, roles, Specs.audit(spec, List.of("a", "b"), "x", "y"))
                .on(servers)
                .with(random.nextBoolean() ? faults : faults.ticking(5_000L));
    }
}
