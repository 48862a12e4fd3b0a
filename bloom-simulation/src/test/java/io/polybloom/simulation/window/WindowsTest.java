package io.polybloom.simulation.window;

import static io.polybloom.simulation.Explorations.explore;

import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.act.Act;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.World;
import io.polybloom.step.WholePartitions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsTest {

    private static final boolean IS_LONG = Schedules.ARE_MANY;

    /** The most schedules of each exploration of a world. */
    private static final int SCHEDULES = IS_LONG ? 4 : 1;

    /** The most schedules of a world in which several partitions move. */
    private static final int MOVES = IS_LONG ? 2_000 : 4 * Schedules.MOST;

    private static final int RANDOM_WORLDS = IS_LONG ? 2_000 : 100;

    private static final int PART_FOR_A_SHORT_RUN = 33;

    private static final int MOST_IDLE_SLICES = 10;

    /** How old the element is when the acts begin, and how much time passes meanwhile. */
    private static final long[] AGES = {WindowWorlds.NEAR_THE_END, 0, 290, 0, 2_000};

    private static final long[] TICKS = {20, 100, 20, 350, 110};

    /** The possible events around the end of a slice. */
    enum Trouble {
        NONE(Faults.NONE),
        DEATH(Faults.oneOf(EventKind.DIE)),
        LOST_REPLY(Faults.oneOf(EventKind.CUT)),
        LATE_COMMAND(Faults.oneOf(EventKind.HOLD)),
        EVICTION(Faults.oneOf(EventKind.EVICT)),
        CLOCK_SET_FORWARD(Faults.NONE.shifting(20L, 130L)),
        CLOCK_SET_BACK(Faults.NONE.shifting(-20L, -130L)),
        DEATH_AND_CLOCK(Faults.oneOf(EventKind.DIE).shifting(130L, -130L)),
        LATE_COMMAND_AND_CLOCK(Faults.oneOf(EventKind.HOLD).shifting(130L, -130L));

        private final Faults faults;

        Trouble(Faults faults) {
            this.faults = faults;
        }
    }

    @ParameterizedTest
    @EnumSource
    void pairsKeepTheirPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (int moment = 0; moment < AGES.length; moment++) {
            worlds.addAll(WindowWorlds.pairs(AGES[moment], trouble.faults.ticking(TICKS[moment])));
        }
        explore(
                "pairs, " + trouble,
                some(worlds, trouble),
                (exploration, world) -> exploration.explore(world, SCHEDULES));
    }

    /** Every pair, and every moment with every trouble; the long run tries all of them together. */
    private static List<World> some(List<World> worlds, Trouble trouble) {
        List<World> some = new ArrayList<>();
        int part = IS_LONG ? 1 : PART_FOR_A_SHORT_RUN;
        for (int i = 0; i < worlds.size(); i++) {
            if ((i * 7 + i / 66 + trouble.ordinal()) % part == 0) {
                some.add(worlds.get(i));
            }
        }
        return some;
    }

    @ParameterizedTest
    @EnumSource
    void claimsKeepTheirPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (int moment = 0; moment < AGES.length; moment++) {
            worlds.addAll(WindowClaimWorlds.all(AGES[moment], trouble.faults.ticking(TICKS[moment])));
        }
        explore(
                "claims, " + trouble,
                some(worlds, trouble),
                (exploration, world) -> exploration.explore(world, SCHEDULES));
    }

    /** Bulk adds and loads exchange whole partitions, which drops an expiry and gives it back. */
    @ParameterizedTest
    @EnumSource
    void exchangesKeepTheirPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (int moment = 0; moment < AGES.length; moment++) {
            Faults faults = trouble.faults.ticking(TICKS[moment]);
            WindowWorlds.pairs(AGES[moment], faults)
                    .forEach(world -> worlds.add(world.taking(WholePartitions.WHERE_POSSIBLE)));
        }
        explore(
                "exchanges, " + trouble,
                some(worlds, trouble),
                (exploration, world) -> exploration.explore(world, SCHEDULES));
    }

    /** One mask clears the columns of several partitions, or each has its own, as in a cluster. */
    @ParameterizedTest
    @EnumSource
    void movesOfSeveralPartitionsKeepTheirPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        // The clocks of two servers may differ by no more than a slice, since partitions expire by their own.
        int most = trouble.faults.shifts().isEmpty() ? 2 : 1;
        for (int servers = 1; servers <= most; servers++) {
            for (Act second : List.of(Act.ADD, Act.LOOK_UP, Act.CLEAR)) {
                World world = WindowWorlds.moves(second, trouble.faults).on(servers);
                worlds.add(world);
                worlds.add(world.with(WindowWorlds.SLOTS));
            }
        }
        explore("moves, " + trouble, worlds, (exploration, world) -> exploration.explore(world, MOVES));
    }

    /** Nobody uses the filter for one slice, or for several; then two clients do so at once. */
    @ParameterizedTest
    @EnumSource
    void pausesOfAnyLengthKeepTheirPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (int slices = 1; slices <= MOST_IDLE_SLICES; slices++) {
            long age = slices * WindowWorlds.SLICE;
            Faults faults = trouble.faults.ticking(WindowWorlds.SLICE);
            worlds.add(WindowWorlds.of(List.of(Act.ADD, Act.ADD), false, age, faults));
            worlds.add(WindowWorlds.of(List.of(Act.ADD, Act.LOOK_UP), false, age, faults));
        }
        explore("pauses, " + trouble, worlds, (exploration, world) -> exploration.explore(world, SCHEDULES));
    }

    @Test
    void largeWorldsKeepTheirPromises() {
        List<World> worlds = new ArrayList<>();
        for (int seed = 0; seed < RANDOM_WORLDS; seed++) {
            worlds.add(WindowWorlds.random(seed));
        }
        explore("large worlds", worlds, (exploration, world) -> exploration.sample(world, 1, IS_LONG ? 20 : 1));
    }

    /**
     * A clear that overtook an add which had been believed (66, 342), and an add that began a slice without sealing the
     * one before, since it had found its element in a slice that was forgotten meanwhile (384). The answer to TIME that
     * took longer than a slice, and an add that believed it (441). A partition that was removed when its slice had
     * ended, and so expired a little later than the slice (61).
     */
    @ParameterizedTest
    @ValueSource(longs = {61, 66, 342, 384, 441})
    void worldsThatHaveShownADefectKeepTheirPromises(long seed) {
        explore(
                "a world that has shown a defect",
                List.of(WindowWorlds.random(seed)),
                (exploration, world) -> exploration.sample(world, 1, 20));
    }
}
