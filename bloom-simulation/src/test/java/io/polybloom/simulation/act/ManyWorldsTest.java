package io.polybloom.simulation.act;

import static io.polybloom.simulation.Explorations.explore;

import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.world.World;
import io.polybloom.step.WholePartitions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManyWorldsTest {

    /** The most schedules of each exploration of a world; the long run sets another number. */
    private static final int SCHEDULES = Schedules.MOST;

    /**
     * How often a schedule of a death goes another way than the first one. With 2 there are those in which an actor
     * dies at a command of its own while another one has come to each of its commands, and all acts take part.
     */
    private static final int DEVIATIONS = Integer.getInteger("simulation.deviations", 1);

    private static final int PART_FOR_A_TRIPLE = 10;

    /** Of this many triples, each trouble meets one, another one than the next trouble; in the long run all. */
    private static final int PART_OF_TRIPLES = Schedules.ARE_FEW ? 3 : 1;

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyPairKeepsItsPromises(Trouble trouble) {
        explore(
                "pairs, " + trouble,
                ActWorlds.pairs(trouble),
                (exploration, world) -> exploration.explore(world, SCHEDULES));
    }

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyActBesideAMergeKeepsItsPromises(Trouble trouble) {
        explore(
                "acts beside a merge, " + trouble,
                MergeWorlds.all(trouble),
                // A merge is a load with more steps: its schedules are long, and the load meets the same acts.
                (exploration, world) -> exploration.explore(world, Math.max(1, SCHEDULES / 2)));
    }

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyActBesideClaimsKeepsItsPromises(Trouble trouble) {
        explore(
                "acts beside claims, " + trouble,
                ClaimWorlds.all(trouble),
                (exploration, world) -> exploration.explore(world, Math.max(1, SCHEDULES / 2)));
    }

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyActBesideARebuildKeepsItsPromises(Trouble trouble) {
        explore(
                "acts beside a rebuild, " + trouble,
                RebuildWorlds.all(trouble),
                (exploration, world) -> exploration.explore(world, Math.max(1, SCHEDULES / 4)));
    }

    /** The rebuilder dies at each of its commands, and others act at each of them. */
    @Test
    void everyDeathBesideARebuildIsSurvived() {
        List<World> worlds =
                DEVIATIONS > 1 ? RebuildWorlds.all(Trouble.DEATH) : RebuildWorlds.besideAdds(Trouble.DEATH);
        explore("deaths beside a rebuild", worlds, (exploration, world) -> {
            exploration.exhaust(world, DEVIATIONS, Integer.MAX_VALUE);
            return exploration;
        });
    }

    /** The same with adds that exchange their partition wherever they may, and look-ups that read it. */
    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#ofGroups")
    void everyPairWithABulkOperationKeepsItsPromisesWithWholePartitions(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act act : Act.BASIC) {
            for (boolean oneObject : new boolean[] {false, true}) {
                worlds.add(ActWorlds.of(List.of(Act.ADD_ALL, act), oneObject, trouble));
                worlds.add(ActWorlds.of(List.of(Act.LOOK_UP_ALL, act), oneObject, trouble));
            }
        }
        explore(
                "pairs with whole partitions, " + trouble,
                taking(worlds),
                (exploration, world) -> exploration.explore(world, SCHEDULES));
    }

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#ofGroups")
    void triplesWithABulkAddKeepTheirPromisesWithWholePartitions(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act first : Act.BASIC) {
            for (Act second : Act.BASIC) {
                boolean oneObject = (first.ordinal() + second.ordinal()) % 2 == 0;
                worlds.add(ActWorlds.of(List.of(Act.ADD_ALL, first, second), oneObject, trouble));
            }
        }
        int count = Math.max(1, SCHEDULES / PART_FOR_A_TRIPLE);
        explore(
                "triples with whole partitions, " + trouble,
                taking(some(worlds, trouble)),
                (exploration, world) -> exploration.sample(world, 1, count));
    }

    private static List<World> taking(List<World> worlds) {
        return worlds.stream()
                .map(world -> world.taking(WholePartitions.WHERE_POSSIBLE))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void triplesKeepTheirPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        Act[] acts = Act.BASIC.toArray(new Act[0]);
        for (int i = 0; i < acts.length; i++) {
            for (int j = i; j < acts.length; j++) {
                for (int k = j; k < acts.length; k++) {
                    worlds.add(ActWorlds.of(List.of(acts[i], acts[j], acts[k]), (i + j + k) % 2 == 0, trouble));
                }
            }
        }
        int count = Math.max(1, SCHEDULES / PART_FOR_A_TRIPLE);
        explore(
                "triples, " + trouble,
                some(worlds, trouble),
                (exploration, world) -> exploration.sample(world, 1, count));
    }

    private static List<World> some(List<World> triples, Trouble trouble) {
        return IntStream.range(0, triples.size())
                .filter(i -> (i + trouble.ordinal()) % PART_OF_TRIPLES == 0)
                .mapToObj(triples::get)
                .toList();
    }
}
