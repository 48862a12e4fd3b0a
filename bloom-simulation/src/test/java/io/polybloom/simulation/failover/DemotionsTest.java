package io.polybloom.simulation.failover;

import static io.polybloom.simulation.Explorations.explore;
import static io.polybloom.simulation.Explorations.explorePair;

import io.polybloom.simulation.Schedules;
import org.junit.jupiter.api.Test;

class DemotionsTest {

    /** The part of the schedules of other pairs that these get: here a fault has many variants. */
    private static final int PART = 4;

    private static final int SCHEDULES = Math.max(1, Schedules.MOST / PART);

    /** Enough to notice a client that follows the primary in the middle of a call. */
    private static final int MOST = 1_000;

    @Test
    void eachActKeepsItsPromises() {
        explore(
                "a demotion in the middle of each act",
                DemotionWorlds.acts(),
                (exploration, world) -> exploration.explore(world, Schedules.MOST));
    }

    @Test
    void eachActOnAHostWithoutWaitKeepsItsPromises() {
        explore(
                "a demotion in the middle of each act on a host without WAIT",
                DemotionWorlds.actsWithoutWait(),
                (exploration, world) -> exploration.explore(world, Schedules.MOST));
    }

    @Test
    void eachActOnAFilterOfTheServerKeepsItsPromises() {
        explore(
                "a demotion in the middle of each act on a filter of the server",
                DemotionWorlds.actsOnFiltersOfTheServer(),
                (exploration, world) -> {
                    exploration.exhaust(world, 2, MOST);
                    return exploration;
                });
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
