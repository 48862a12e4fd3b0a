package io.polybloom.simulation.failover;

import static io.polybloom.simulation.Explorations.MOST_OF_A_LONG_RUN;
import static io.polybloom.simulation.Explorations.explore;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.redis.ServerVersion;
import io.polybloom.simulation.schedule.ExhaustiveChoices;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of filter keeps what replicas have acknowledged. */
class AcknowledgementsTest {

    /** More than any of the worlds has in any other run. */
    private static final int ALL = MOST_OF_A_LONG_RUN == 0 ? 100_000 : MOST_OF_A_LONG_RUN;

    /** The most schedules that are searched for a mistake. */
    private static final int MOST_OF_A_MISTAKE = 20_000;

    /** The deviations of a schedule in which the other client takes a turn, and then a failover comes. */
    private static final int TURN_AND_FAILOVER = 2;

    private static final List<ServerVersion> VERSIONS = MOST_OF_A_LONG_RUN == 0
            // The version in which WAIT waits for the least.
            ? List.of(ServerVersion.REDIS_7_2)
            : Stream.of(ServerVersion.values()).filter(ServerVersion::waits).toList();

    /**
     * One write may be acknowledged too late, and a failover between any two commands loses any number of the last
     * writes.
     */
    @Test
    void whatIsToldInTurnStaysTrue() {
        List<World> worlds = new ArrayList<>();
        for (AcknowledgedWorlds each : AcknowledgedWorlds.values()) {
            VERSIONS.forEach(version -> worlds.add(each.inTurn().on(version)));
        }
        Exploration all = explore("acknowledged writes in turn", worlds, (exploration, world) -> {
            exploration.exhaust(world, ExhaustiveChoices.UNBOUNDED, ALL);
            return exploration;
        });
        assertTrue(all.isComplete());
    }

    @Test
    void whatIsToldAtOnceStaysTrue() {
        List<World> worlds = new ArrayList<>();
        for (AcknowledgedWorlds each : AcknowledgedWorlds.ofTwo()) {
            VERSIONS.forEach(version -> worlds.add(each.atOnce().on(version)));
        }
        int deviations = MOST_OF_A_LONG_RUN == 0 ? 1 : TURN_AND_FAILOVER;
        explore("acknowledged writes at once", worlds, (exploration, world) -> {
            exploration.exhaust(world, deviations, ALL);
            return exploration;
        });
    }

    /** An add to both generations, between any two commands of the rebuild. */
    @Test
    void whatIsToldDuringARebuildStaysTrue() {
        World world = AcknowledgedWorlds.REBUILD.atOnce();
        explore("an acknowledged rebuild beside an add", List.of(world), (exploration, each) -> {
            exploration.exhaust(each, TURN_AND_FAILOVER, ALL);
            return exploration;
        });
    }

    @ParameterizedTest
    @EnumSource
    void acknowledgementIsNeeded(AcknowledgedWorlds each) {
        World world = each == AcknowledgedWorlds.REBUILD ? each.atOnce() : each.inTurn();
        assertNoticed(world, FailoverWorlds.withoutWaiting());
    }

    /** In these worlds, nothing else is propagated. In the others, something new is written after what was found. */
    @ParameterizedTest
    @EnumSource(
            names = {
                "TWO_PARTITIONS",
                "TWO_SERVERS",
                "NEXT_SLICE_FOR_TWO",
                "NEAR_CACHE_AFTER_AN_ADD",
                "NEAR_CACHE_AFTER_A_LOOK_UP"
            })
    void turningABitOverIsNeeded(AcknowledgedWorlds each) {
        assertNoticed(each.inTurn(), FailoverWorlds.withoutTurning());
    }

    private static void assertNoticed(World world, Distortion mistake) {
        Exploration exploration = new Exploration();
        exploration.search(world.with(mistake), TURN_AND_FAILOVER, MOST_OF_A_MISTAKE);
        assertFalse(exploration.findings().isEmpty(), world.name());
    }
}
