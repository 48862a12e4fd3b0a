package io.polybloom.simulation.act;

import static io.polybloom.simulation.Explorations.explore;

import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.redis.Ailment;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clears and deletions for which the server has memory only when they have removed keys, beside everything else. */
class FullServerWorldsTest {

    private static final Faults NEARLY_FULL = Faults.NONE.ailing(Ailment.NEARLY_FULL);

    @Test
    void everyActBesideAClearOrADeletionKeepsItsPromises() {
        List<World> worlds = new ArrayList<>();
        for (Act removal : List.of(Act.CLEAR, Act.DELETE)) {
            for (Act act : Act.BASIC) {
                worlds.add(ActWorlds.of(List.of(removal, act), true, Trouble.NONE));
                worlds.add(ActWorlds.of(List.of(removal, act), false, Trouble.NONE));
            }
            for (Act act : List.of(Act.OPEN, Act.CLEAR, Act.GROWTH, Act.DELETE)) {
                for (Act other : List.of(Act.OPEN, Act.ADD, Act.LOOK_UP, Act.CLEAR, Act.GROWTH)) {
                    worlds.add(ActWorlds.of(List.of(removal, act, other), false, Trouble.NONE));
                }
            }
        }
        explore(
                "clears and deletions on a server that is nearly full",
                worlds,
                (exploration, world) -> exploration.explore(world.with(NEARLY_FULL), Schedules.MOST));
    }
}
