package io.polybloom.simulation.act;

import static io.polybloom.simulation.Explorations.explore;

import io.polybloom.simulation.Schedules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An import makes a filter that is whole or none, and loses nothing of one that is there. */
class ImportsTest {

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyActBesideAnImportKeepsItsPromises(Trouble trouble) {
        explore(
                "imports, " + trouble,
                ImportWorlds.all(trouble),
                (exploration, world) -> exploration.explore(world, Schedules.MOST));
    }
}
