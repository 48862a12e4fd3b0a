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
import java.util.regex.Pattern;
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

    /** Only worlds are explored in whose trouble and name, as in "ANY: HOLDING, GROW, ...", this pattern is found. */
    private static final Pattern ONLY = Pattern.compile(System.getProperty("simulation.only", ""));

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
        Stream<World> worlds = all().filter(
                        each -> ONLY.matcher(trouble + ": " + each).find())
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
     * A near cache that found what was forgotten, when its object had said that keys were lost before a new slice began
     * (50007776); and one that found what a failover had lost, when its object had said that claims were lost
     * (50058005), or that keys of a window were (60057681, 60070399, 60085500, 60090604), or that knew what is
     * forgotten while keys were being made (60036540, 60061996). An add that went on in the next slice after a clear
     * (60033947). A judge that took a broken connection for the news that the filter was lost (50051333). A removal of
     * an expiry that met a clear, and wrote an expiry that another client had replaced (50055591). Claims that expired
     * with a filter which lived on after all (60022050, 60078994). Changes of the expiry that were called done where
     * partitions had expired before (60068603). A judge that took a clear which had failed for one that had completed
     * what a failover had undone (60079715); and one that took the time for known while the engine still waited for
     * what it had asked for beside it (80000719), or did not get that (80034737). A look-up that took keys for lost
     * which had expired when the clock of the server was set forward (80048737). A judge that did not know that a near
     * cache knows what a failover has lost (80055921), nor that a call which claims once more after a deletion leaves
     * its claims behind (80070825). A judge that took the time for known beside the call that had asked for it before
     * the clock was set (120006600), that took the news that an expired filter is being removed for the one that it was
     * created anew (120008957), or that took an add that a near cache answers for one that meets the mark of a rebuild
     * (120012267). An opening that went by its own clock where a full server refused a key (120008075). A judge that
     * did not know what a deletion leaves on a full server when the trace is evicted (120010784), that an old primary
     * loses what was made there (120015079), nor that a birth may go on when its filter has expired (120015877). A
     * judge that did not know that a measurement leaves the news of a loss to the next call (121000456), that an object
     * comes back from an old primary with the life that it has found there (121004039), nor that a forgotten slice is
     * completed without its keys, of which one that was not yet born lives on for ten minutes (121004822). A judge that
     * did not know that the trace reserves the name of an expired filter when its removal has stopped on a full server
     * (130021347), that only the trace leads to the claims of a filter whose deletion has stopped there (130038805),
     * nor that an object drops the time if it is not answered why the config is missing (130046795). A change of the
     * expiry that took lost partitions for expired ones by the clock of its machine (130021769). A judge that took the
     * time by which an expiry is judged for one by which slices end (140055392, 140056552). A rebuild that did not read
     * what an add had brought late (131007238). Runs that were taken for endless since calls looked 1,000 times for a
     * config that was moved away (122019067, 131025521). A judge that did not know what is left of a clear whose
     * removal an old primary has executed (140064854), nor that a rebuild may bring elements although an old primary
     * has misled it at first (151006731). An engine that took the "not found" of an old primary for a lost partition of
     * a filter of the server (160060687), and one that told of a new life once more after a measurement, though a
     * look-up had told of it meanwhile (161000322). A look-up that took keys for lost whose elements had been forgotten
     * meanwhile, since keys of a later slice were being made (161031685). An add that did not ask for the time again
     * when the slice may have ended after its last reading (170080437). A judge that did not know that a server may
     * refuse the expiry after a late SETRANGE (170019459), nor that a failover may lose the ten minutes of claims which
     * are then renamed by a client that hears nothing of it (170095310).
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
                170_095_310
            })
    void largeWorldsThatHaveShownADefectKeepTheirPromises(long seed) {
        explore(
                "a large world that has shown a defect",
                List.of(seed < FIRST_SEED_OF_ALL ? RandomWorlds.early(seed) : RandomWorlds.of(seed)),
                (exploration, world) -> exploration.sample(world, seed, 1));
    }
}
