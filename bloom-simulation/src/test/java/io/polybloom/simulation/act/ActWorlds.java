package io.polybloom.simulation.act;

import io.polybloom.OverCapacity;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Makes the worlds in which acts meet. */
public final class ActWorlds {

    private ActWorlds() {}

    /** The worlds of all pairs of acts, each on one object and on two. */
    public static List<World> pairs(Trouble trouble) {
        return pairs(Act.BASIC, trouble);
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
        boolean grows = acts.contains(Act.GROWTH);
        boolean expires = trouble == Trouble.EXPIRY && !acts.contains(Act.EXPIRE);
        Start start = grows ? expires ? Start.FULL_AND_EXPIRING : Start.FULL : expires ? Start.EXPIRING : Start.HOLDING;
        List<List<Act>> turns = acts.stream().map(List::of).toList();
        return Combination.of(start, grows ? OverCapacity.GROW : OverCapacity.DEGRADE, turns, oneObject)
                .world(trouble.faults());
    }
}
