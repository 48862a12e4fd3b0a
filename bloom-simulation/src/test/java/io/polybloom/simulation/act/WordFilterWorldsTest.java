package io.polybloom.simulation.act;

import io.polybloom.layout.Layouts;
import io.polybloom.simulation.Explorations;
import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.Specs;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The worlds of filters whose look-ups read a word for each element, beside acts that change or end the filter. */
class WordFilterWorldsTest {

    private static final Set<Act> ACTS = EnumSet.of(
            Act.ADD, Act.ADD_ALL, Act.LOOK_UP, Act.LOOK_UP_ALL, Act.CLEAR, Act.DELETE, Act.GROWTH, Act.NEAR_CACHE);

    private static final int SCHEDULES = Math.max(1, Schedules.MOST / 4);

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyPairKeepsItsPromises(Trouble trouble) {
        Explorations.explore(
                "pairs of filters of words, " + trouble,
                Specs.inLayout(Layouts.WORDS, () -> ActWorlds.pairs(ACTS, trouble)),
                (exploration, world) -> exploration.explore(world, SCHEDULES));
    }
}
