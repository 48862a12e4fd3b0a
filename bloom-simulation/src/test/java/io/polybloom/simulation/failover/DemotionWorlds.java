package io.polybloom.simulation.failover;

import io.polybloom.simulation.act.Act;
import io.polybloom.simulation.act.ActWorlds;
import io.polybloom.simulation.act.Trouble;
import io.polybloom.simulation.redis.OldPrimary;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** Worlds in which a primary is replaced and still answers. */
public final class DemotionWorlds {

    private DemotionWorlds() {}

    /** Each act alone. */
    static List<World> acts() {
        List<World> worlds = new ArrayList<>();
        for (Act act : Act.BASIC) {
            worlds.add(demoting(ActWorlds.of(List.of(act), true, Trouble.NONE)));
        }
        return worlds;
    }

    /** All pairs of acts, on one object and on two. */
    static List<World> pairs() {
        List<World> worlds = new ArrayList<>();
        for (World pair : ActWorlds.pairs(Trouble.NONE)) {
            worlds.add(demoting(pair));
        }
        return worlds;
    }

    /** The same world where its primary is demoted once, with all that may become of it. */
    static World demoting(World world) {
        return world.with(Faults.NONE.demoting(OldPrimary.values()));
    }
}
