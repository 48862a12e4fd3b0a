package io.polybloom.simulation.mirror;

import static io.polybloom.simulation.Explorations.explore;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A mirror that is refreshed knows all that was acknowledged before the refresh began. */
class MirrorsTest {

    /** The schedules of a failover between two readings; the whole world has some 200,000. */
    private static final int OF_A_FAILOVER = 350 * Schedules.MOST;

    private static final int MOST_DEVIATIONS = 3;
    private static final int MOST_OF_A_MISTAKE = 5_000;

    @Test
    void aMirrorBesideEveryActKeepsItsPromises() {
        explore(
                "mirrors beside acts",
                MirrorWorlds.besideActs(),
                (exploration, world) -> exploration.explore(world, Schedules.MOST));
    }

    @Test
    void aMirrorOfALostPartitionKeepsItsPromises() {
        explore(
                "mirrors and evictions",
                MirrorWorlds.besideLosses(),
                (exploration, world) -> exploration.explore(world, Schedules.MOST));
    }

    @Test
    void aMirrorKeepsItsPromisesAcrossAFailover() {
        explore(
                "mirrors and failovers",
                List.of(MirrorWorlds.lostBits()),
                (exploration, world) -> exploration.explore(world, OF_A_FAILOVER));
    }

    @Test
    void theWitnessIsNeeded() {
        assertNoticed(MirrorWorlds.lostBits(), MirrorWorlds.keepingWitnesses());
    }

    @Test
    void theTrailerIsNeeded() {
        assertNoticed(MirrorWorlds.besideLosses().get(0), MirrorWorlds.overlookingTrailers());
    }

    private static void assertNoticed(World world, Distortion mistake) {
        Exploration wrong = new Exploration();
        for (int deviations = 0; wrong.findings().isEmpty() && deviations <= MOST_DEVIATIONS; deviations++) {
            wrong.search(world.with(mistake), deviations, MOST_OF_A_MISTAKE);
        }
        assertFalse(wrong.findings().isEmpty(), "nobody has noticed the mistake");
    }
}
