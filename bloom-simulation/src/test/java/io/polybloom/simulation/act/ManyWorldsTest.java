package io.polybloom.simulation.act;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.explore.Finding;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ManyWorldsTest {

    /** The most schedules of each exploration of a world; the long run sets another number. */
    private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 30);

    private static final int PART_FOR_A_TRIPLE = 10;
    private static final int RANDOM_WORLDS = 10;
    private static final int JOURNALS = 3;

    @ParameterizedTest
    @EnumSource
    void everyPairKeepsItsPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act first : Act.values()) {
            for (Act second : Act.values()) {
                if (first.compareTo(second) <= 0) {
                    worlds.add(ActWorlds.of(List.of(first, second), true, trouble));
                    worlds.add(ActWorlds.of(List.of(first, second), false, trouble));
                }
            }
        }
        explore("pairs, " + trouble, worlds, true, (exploration, world) -> exploration.explore(world, SCHEDULES));
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
        explore("triples, " + trouble, worlds, false, (exploration, world) -> exploration.sample(world, 1, count));
    }

    @Test
    void largeWorldsKeepTheirPromises() {
        List<World> worlds = new ArrayList<>();
        for (int seed = 0; seed < RANDOM_WORLDS * SCHEDULES; seed++) {
            worlds.add(RandomWorlds.of(seed));
        }
        explore("large worlds", worlds, false, (exploration, world) -> exploration.sample(world, 1, RANDOM_WORLDS));
    }

    /** Compares what is found, in each world by itself or in all together, with what is known to be broken today. */
    private static void explore(
            String family,
            List<World> worlds,
            boolean eachByItself,
            BiFunction<Exploration, World, Exploration> exploring) {
        Exploration all = new Exploration();
        SortedMap<String, String> found = new TreeMap<>();
        SortedMap<String, String> known = KnownViolations.of(family);
        List<String> journals = new ArrayList<>();
        for (World world : worlds) {
            Exploration one = exploring.apply(new Exploration(), world);
            all.include(one);
            if (!one.findings().isEmpty()) {
                if (eachByItself) {
                    found.put(world.name(), KnownViolations.text(one));
                }
                boolean isNew = known.isEmpty()
                        || eachByItself && !KnownViolations.text(one).equals(known.get(world.name()));
                if (isNew && journals.size() < JOURNALS && !KnownViolations.areRecorded()) {
                    one.findings().values().stream()
                            .map(Finding::shrunk)
                            .map(Finding::journal)
                            .forEach(journals::add);
                }
            }
        }
        System.out.println(all.summary(family));
        if (!eachByItself && !all.findings().isEmpty()) {
            found.put("any of them", KnownViolations.text(all));
        }
        if (KnownViolations.areRecorded()) {
            KnownViolations.record(family, found);
        } else {
            assertEquals(known.toString(), found.toString(), () -> String.join("\n\n", journals));
        }
    }
}
