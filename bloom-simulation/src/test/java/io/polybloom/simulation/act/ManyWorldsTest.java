package io.polybloom.simulation.act;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.explore.Finding;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ManyWorldsTest {

    /** The most schedules of each exploration of a world; the long run sets another number. */
    private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 20);

    private static final int PART_FOR_A_TRIPLE = 10;
    private static final int RANDOM_WORLDS = 10;
    private static final int JOURNALS = 3;

    @ParameterizedTest
    @EnumSource
    void everyPairKeepsItsPromises(Trouble trouble) {
        explore(
                "pairs, " + trouble,
                ActWorlds.pairs(trouble),
                (exploration, world) -> exploration.explore(world, SCHEDULES));
    }

    @ParameterizedTest
    @EnumSource
    void triplesKeepTheirPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        Act[] acts = Act.values();
        for (int i = 0; i < acts.length; i++) {
            for (int j = i; j < acts.length; j++) {
                for (int k = j; k < acts.length; k++) {
                    worlds.add(ActWorlds.of(List.of(acts[i], acts[j], acts[k]), (i + j + k) % 2 == 0, trouble));
                }
            }
        }
        int count = Math.max(1, SCHEDULES / PART_FOR_A_TRIPLE);
        explore("triples, " + trouble, worlds, (exploration, world) -> exploration.sample(world, 1, count));
    }

    @Test
    void largeWorldsKeepTheirPromises() {
        List<World> worlds = new ArrayList<>();
        for (int seed = 0; seed < RANDOM_WORLDS * SCHEDULES; seed++) {
            worlds.add(RandomWorlds.of(seed));
        }
        explore("large worlds", worlds, (exploration, world) -> exploration.sample(world, 1, RANDOM_WORLDS));
    }

    private static void explore(
            String family, List<World> worlds, BiFunction<Exploration, World, Exploration> exploring) {
        Exploration all = new Exploration();
        List<String> journals = new ArrayList<>();
        for (World world : worlds) {
            Exploration one = exploring.apply(new Exploration(), world);
            all.include(one);
            for (Finding finding : one.findings().values()) {
                if (journals.size() < JOURNALS) {
                    journals.add(finding.shrunk().journal());
                }
            }
        }
        System.out.println(all.summary(family));
        assertEquals("", String.join("\n\n", journals));
    }
}
