package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;

import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Makes the worlds in which acts meet. */
public final class ActWorlds {

    private ActWorlds() {}

    /** The worlds of all pairs of acts, each on one object and on two. */
    public static List<World> pairs(Trouble trouble) {
        return pairs(EnumSet.allOf(Act.class), trouble);
    }

    /** The worlds of all pairs of some acts, each on one object and on two. */
    static List<World> pairs(Set<Act> acts, Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act first : acts) {
            for (Act second : acts) {
                if (first.compareTo(second) <= 0) {
                    worlds.add(of(List.of(first, second), true, trouble));
                    worlds.add(of(List.of(first, second), false, trouble));
                }
            }
        }
        return worlds;
    }

    /**
     * The world in which some acts are done at once.
     *
     * @param oneObject whether on one object, by threads of one client; otherwise each by a client of its own
     */
    public static World of(List<Act> acts, boolean oneObject, Trouble trouble) {
        SimulatedClock clock = new SimulatedClock();
        boolean grows = acts.contains(Act.GROWTH);
        FilterSpec spec = spec(grows).build();
        FilterSpec cached = acts.contains(Act.NEAR_CACHE)
                ? spec(grows)
                        .nearCache(NearCache.ofMemory(NearCache.LEAST_BYTES).timedBy(clock::nanos))
                        .build()
                : spec;
        Set<String> objects = new LinkedHashSet<>();
        Set<String> nearCached = new LinkedHashSet<>();
        List<Operation> before = new ArrayList<>();
        List<Role> roles = new ArrayList<>();
        for (int i = 0; i < acts.size(); i++) {
            Act act = acts.get(i);
            String object = oneObject ? "a" : Character.toString((char) ('a' + i));
            boolean caches = oneObject ? acts.contains(Act.NEAR_CACHE) : act == Act.NEAR_CACHE;
            if (objects.add(object)) {
                before.add(open(object, caches ? cached : spec));
                if (caches) {
                    nearCached.add(object);
                }
            }
            roles.add(Role.of("actor" + (i + 1), act.on(object, i + 1, spec)));
        }
        before.add(call(OperationKind.ADD, "a", "x"));
        if (grows) {
            before.add(call(OperationKind.ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY)));
        }
        nearCached.forEach(object -> before.add(call(OperationKind.LOOK_UP, object, "x")));
        if (trouble == Trouble.EXPIRY && !acts.contains(Act.EXPIRE)) {
            before.add(Operation.expire("a", Act.LIFE));
        }
        return World.of(name(acts, oneObject), before, roles, after(acts, spec, objects))
                .nearCached(clock, nearCached.toArray(new String[0]))
                .with(trouble.faults());
    }

    private static FilterSpecBuilder spec(boolean grows) {
        return Specs.small("clicks", 1).overCapacity(grows ? OverCapacity.GROW : OverCapacity.DEGRADE);
    }

    private static List<Operation> after(List<Act> acts, FilterSpec spec, Set<String> objects) {
        List<Operation> after = new ArrayList<>(Specs.audit(spec, List.copyOf(objects), "x", "y"));
        if (acts.contains(Act.COPY)) {
            after.add(open("copied", FilterSpec.existing(Act.TARGET).build()));
            after.add(call(OperationKind.LOOK_UP, "copied", "x"));
            after.add(call(OperationKind.LOOK_UP, "copied", "y"));
        }
        return after;
    }

    private static String name(List<Act> acts, boolean oneObject) {
        return String.join(" + ", acts.stream().map(Act::name).toList())
                + (oneObject ? " on one object" : " on objects of their own");
    }
}
