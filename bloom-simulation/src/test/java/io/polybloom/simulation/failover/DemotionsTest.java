package io.polybloom.simulation.failover;

import static io.polybloom.simulation.Explorations.explore;
import static io.polybloom.simulation.Explorations.explorePair;

import io.polybloom.simulation.Schedules;
import org.junit.jupiter.api.Test;

class DemotionsTest {

    /** The part of the schedules of other pairs that these get: here a fault has many variants. */
    private static final int PART = 4;

    private static final int SCHEDULES = Math.max(1, Schedules.MOST / PART);

    @Test
    void eachActKeepsItsPromises() {
        explore(
                "a demotion in the middle of each act",
                DemotionWorlds.acts(),
                (exploration, world) -> exploration.explore(world, Schedules.MOST));
    }

    @Test
    void everyActBesideAReaderKeepsItsPromises() {
        explore(
                "readers, DEMOTION",
                DemotionWorlds.besideReaders(),
                (exploration, world) -> explorePair(exploration, world, SCHEDULES));
    }

    @Test
    void everyPairOnARefusingServerKeepsItsPromises() {
        explore(
                "pairs on a server that refuses writes",
                DemotionWorlds.pairsOnARefusingServer(),
                (exploration, world) -> explorePair(exploration, world, SCHEDULES));
    }

    @Test
    void everyPairKeepsItsPromises() {
        explore(
                "pairs, DEMOTION",
                DemotionWorlds.pairs(),
                (exploration, world) -> explorePair(exploration, world, SCHEDULES));
    }
}
