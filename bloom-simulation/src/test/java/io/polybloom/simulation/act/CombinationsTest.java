package io.polybloom.simulation.act;

import static io.polybloom.simulation.Explorations.explore;

import io.polybloom.OverCapacity;
import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The product of all states of a filter, all pairs of acts and all kinds of events, and large worlds drawn from all of
 * them. A build follows a part of both; CONTRIBUTING.md names the commands for the whole.
 */
class CombinationsTest {

    /** Of this many worlds one is explored, always the same ones. The summary names the number. */
    private static final int PART = Integer.getInteger("simulation.part", Schedules.ARE_FEW ? 16_000 : 8_000);

    /** The part of all worlds that is explored, from 0 up to {@link #PART} (excluded). */
    private static final int SLICE = Integer.getInteger("simulation.slice", 0);

    /** How often a schedule goes another way than the first one: with 2, an event meets every order of the acts. */
    private static final int DEVIATIONS = Integer.getInteger("simulation.deviations", 1);

    /** The most schedules of one world. */
    private static final int MOST = Integer.getInteger("simulation.most", 1_000);

    /** The number of large worlds, each with a schedule of its own. */
    private static final int LARGE_WORLDS = Integer.getInteger("simulation.large", 20 * Schedules.MOST);

    private static final List<List<Act>> SEQUENCES = List.of(
            List.of(Act.ADD_ALL, Act.LOOK_UP_ALL),
            List.of(Act.CLEAR, Act.REBUILD),
            List.of(Act.REBUILD, Act.ENLARGE),
            List.of(Act.EXPIRE, Act.PERSIST),
            List.of(Act.EXPIRE, Act.EXPIRE_LATER),
            List.of(Act.DELETE, Act.OPEN),
            List.of(Act.CLAIM, Act.CLAIM));

    /**
     * The first seed of the worlds of today. Smaller seeds have shown their defects in worlds without later additions.
     */
    private static final long FIRST_SEED_OF_ALL = 100_000_000;

    private static final long FIRST_SEED = Long.getLong("simulation.seed", 0);

    static Set<Trouble> troubles() {
        return Trouble.with(DEVIATIONS);
    }

    /** Every pair of acts on a filter in every state, with every kind of event at every moment. */
    @ParameterizedTest
    @MethodSource("troubles")
    void everyPairInEveryStateKeepsItsPromises(Trouble trouble) {
        Stream<World> worlds = all().filter(each -> Schedules.isWanted(trouble + ": " + each))
                .filter(each -> isInPart(each, trouble))
                .map(each -> each.world(trouble.faults()));
        explore(
                "slice " + SLICE + " of " + PART + " of all states and pairs, " + trouble,
                worlds::iterator,
                (exploration, world) -> {
                    exploration.exhaust(world, DEVIATIONS, MOST);
                    return exploration;
                });
    }

    static Stream<Combination> all() {
        return Arrays.stream(Start.values())
                .flatMap(start -> Arrays.stream(OverCapacity.values())
                        .flatMap(overCapacity -> turns().flatMap(first -> turns().flatMap(second -> Stream.of(
                                        true, false)
                                .map(oneObject ->
                                        Combination.of(start, overCapacity, List.of(first, second), oneObject))))))
                .filter(Combination::exists)
                .filter(each -> !each.isPartOfAnother());
    }

    /** All acts, and those that make a difference one after the other. */
    private static Stream<List<Act>> turns() {
        return Stream.concat(Arrays.stream(Act.values()).map(List::of), SEQUENCES.stream());
    }

    private static boolean isInPart(Combination combination, Trouble trouble) {
        return isInPart(combination, trouble, PART);
    }

    /** Draws worlds without regard to the order in which they are listed, one in a number. */
    static boolean isInPart(Combination combination, Trouble trouble, int number) {
        long seed = combination.toString().hashCode() * 31L + trouble.ordinal();
        return new SplittableRandom(seed).nextInt(number) == SLICE;
    }

    /** Three clients create the filter, or find it, while another one uses it. */
    @ParameterizedTest
    @EnumSource
    void threeOpenersBesideAUserKeepTheirPromises(Trouble trouble) {
        explore("three openers and a user, " + trouble, CreationWorlds.all(trouble), (exploration, world) -> {
            exploration.exhaust(world, DEVIATIONS, Schedules.ARE_MANY ? MOST : Schedules.MOST);
            return exploration.sample(world, FIRST_SEED, Schedules.MOST);
        });
    }

    /** A world and its schedule have the same seed, which the name of the world says. */
    @Test
    void largeWorldsKeepTheirPromises() {
        AtomicLong seed = new AtomicLong(FIRST_SEED);
        Stream<World> worlds =
                LongStream.range(FIRST_SEED, FIRST_SEED + LARGE_WORLDS).mapToObj(RandomWorlds::of);
        explore(
                "large worlds",
                worlds::iterator,
                (exploration, world) -> exploration.sample(world, seed.getAndIncrement(), 1));
    }

    /**
     * The engine, or its judge, had a defect in each of these worlds: near caches that found what was forgotten or lost
     * (50007776, 50058005, 60036540, 60057681, 60061996, 60070399, 60085500, 60090604, 120012267), adds that went on in
     * another slice (60033947, 170080437), changes of the expiry that others had overtaken or that came too late
     * (50055591, 60022050, 60068603, 60078994, 120015877, 130021769), look-ups and openings that went by another time
     * (80048737, 120006600, 120008075, 140055392, 140056552, 161031685), servers that fill up (120010784, 130021347,
     * 130038805, 170019459), old primaries and failovers (60079715, 80055921, 120015079, 140064854, 151006731,
     * 160060687, 170095310), and the news of a loss or of another life (50051333, 80000719, 80034737, 80070825,
     * 120008957, 121000456, 121004039, 121004822, 122019067, 130046795, 131007238, 131025521, 161000322). Since format
     * 2: what was under way when the server lost everything (200000675, 200002508, 200004297, 201021459, 203022789,
     * 203036990, 204078864), an expiry beside a move or another one (200004161, 201017239), a list of writers that was
     * restored (200004899), and clears and deletions on a server that is full (201014952, 201014971, 201023525).
     */
    @ParameterizedTest
    @ValueSource(
            longs = {
                50_007_776,
                50_058_005,
                50_051_333,
                50_055_591,
                60_022_050,
                60_033_947,
                60_036_540,
                60_057_681,
                60_061_996,
                60_068_603,
                60_070_399,
                60_078_994,
                60_079_715,
                60_085_500,
                60_090_604,
                80_000_719,
                80_034_737,
                80_048_737,
                80_055_921,
                80_070_825,
                120_006_600,
                120_008_075,
                120_008_957,
                120_010_784,
                120_012_267,
                120_015_079,
                120_015_877,
                121_000_456,
                121_004_039,
                121_004_822,
                122_019_067,
                130_021_347,
                130_021_769,
                130_038_805,
                130_046_795,
                131_007_238,
                131_025_521,
                140_055_392,
                140_056_552,
                140_064_854,
                151_006_731,
                160_060_687,
                161_000_322,
                161_031_685,
                170_019_459,
                170_080_437,
                170_095_310,
                200_000_675,
                200_002_508,
                200_004_161,
                200_004_297,
                200_004_899,
                201_014_952,
                201_014_971,
                201_017_239,
                201_021_459,
                201_023_525,
                203_022_789,
                203_036_990,
                204_078_864
            })
    void largeWorldsThatHaveShownADefectKeepTheirPromises(long seed) {
        explore(
                "a large world that has shown a defect",
                List.of(seed < FIRST_SEED_OF_ALL ? RandomWorlds.early(seed) : RandomWorlds.of(seed)),
                (exploration, world) -> exploration.sample(world, seed, 1));
    }
}
