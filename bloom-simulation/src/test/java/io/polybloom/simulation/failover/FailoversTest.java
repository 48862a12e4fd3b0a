package io.polybloom.simulation.failover;

import static io.polybloom.simulation.Explorations.explore;
import static io.polybloom.simulation.Explorations.explorePair;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.judge.Allowance;
import io.polybloom.simulation.redis.ServerVersion;
import io.polybloom.simulation.world.World;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailoversTest {

    /** More than any of the worlds has. */
    private static final int ALL = 100_000;

    /** The part of the schedules of other pairs that these get: here a fault has many variants. */
    private static final int PART = 4;

    /** A reply that comes too late, a failover, and a change of turns. */
    private static final int MOST_DEVIATIONS = 3;

    /** The most schedules with each number of deviations that are searched for a mistake. */
    private static final int MOST_OF_A_MISTAKE = 2_000;

    /** The most schedules of each exploration of a pair; the long run sets another number. */
    private static final int SCHEDULES = Math.max(1, Schedules.MOST / PART);

    /** Every number of the last writes is lost between any two commands. */
    @Test
    void eachActKeepsItsPromises() {
        Exploration all = explore(
                "a failover in the middle of each act",
                FailoverWorlds.acts(),
                (exploration, world) -> exploration.explore(world, ALL));
        assertTrue(all.isComplete());
        assertEquals(Set.of(Allowance.WRITES_LOST_IN_A_FAILOVER), all.allowed().keySet());
    }

    @Test
    void everyPairKeepsItsPromises() {
        explore(
                "pairs, FAILOVER",
                FailoverWorlds.pairs(),
                (exploration, world) -> explorePair(exploration, world, SCHEDULES));
    }

    @Test
    void acknowledgedWritesAreNotLost() {
        Exploration all = explore(
                "a failover in the middle of acknowledged writes",
                FailoverWorlds.acknowledged(),
                (exploration, world) -> exploration.explore(world, ALL));
        assertTrue(all.isComplete());
        assertEquals(Set.of(), all.allowed().keySet());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HOST_WITHOUT_WAIT")
    void whatIsAddedAgainIsAcknowledged(ServerVersion version) {
        explore(
                "adds that are made again, on " + version,
                FailoverWorlds.addedAgain(version),
                (exploration, world) -> exploration.explore(world, ALL));
    }

    /** A client that does not wait is told that its write succeeded, although it is lost. */
    @Test
    void acknowledgementIsNeeded() {
        for (World world : FailoverWorlds.acknowledged()) {
            Exploration exploration = new Exploration().explore(world.with(FailoverWorlds.withoutWaiting()), ALL);
            assertFalse(exploration.findings().isEmpty(), world.name());
        }
    }

    /** WAIT waits for nobody where nothing is propagated: an acknowledged add turns a bit over twice. */
    @Test
    void turningABitOverIsNeeded() {
        assertNoticed(FailoverWorlds.addedAgain(ServerVersion.REDIS_7_2).get(0), FailoverWorlds.withoutTurning());
    }

    /** Nor does it where a read is what answers an add: a key is set after it. */
    @Test
    void settingAKeyAfterAReadIsNeeded() {
        assertNoticed(FailoverWorlds.addedToAFullFilter(), FailoverWorlds.withoutSetting());
    }

    private static void assertNoticed(World world, Distortion mistake) {
        Exploration wrong = new Exploration();
        Exploration right = new Exploration();
        for (int deviations = 0; wrong.findings().isEmpty() && deviations <= MOST_DEVIATIONS; deviations++) {
            wrong.search(world.with(mistake), deviations, MOST_OF_A_MISTAKE);
            right.exhaust(world, deviations, MOST_OF_A_MISTAKE);
        }
        assertFalse(wrong.findings().isEmpty(), world.name());
        assertEquals("", right.journals());
    }
}
