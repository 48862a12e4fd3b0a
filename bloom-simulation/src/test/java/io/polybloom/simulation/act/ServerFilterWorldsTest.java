package io.polybloom.simulation.act;

import com.google.common.collect.Sets;
import io.polybloom.layout.Layouts;
import io.polybloom.simulation.Explorations;
import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.world.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The worlds of filters whose bits the server keeps: items and trailer are two keys, and others act between any two
 * commands of a pipeline.
 */
class ServerFilterWorldsTest {

    private static final Set<Act> ACTS = Sets.difference(Act.BASIC, EnumSet.of(Act.COPY, Act.NEAR_CACHE));

    private static final int SCHEDULES = Math.max(1, Schedules.MOST / 4);

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyPairKeepsItsPromises(Trouble trouble) {
        explore("pairs", trouble, Specs.inLayout(Layouts.SERVER, () -> ActWorlds.pairs(ACTS, trouble)));
    }

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyActBesideARebuildKeepsItsPromises(Trouble trouble) {
        explore(
                "acts beside a rebuild",
                trouble,
                Specs.inLayout(Layouts.SERVER, () -> RebuildWorlds.of(ACTS, trouble)));
    }

    private static void explore(String family, Trouble trouble, List<World> worlds) {
        Explorations.explore(
                family + " of filters of the server, " + trouble,
                worlds,
                (exploration, world) -> exploration.explore(world, SCHEDULES));
    }
}
