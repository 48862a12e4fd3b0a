package io.polybloom.bench.setup;

import java.util.List;

/**
 * How much is measured.
 *
 * @param elements how many elements the bulk comparisons add to a fresh filter in each round
 * @param callElements how many elements come in calls of one size, at most
 * @param callsOfSize how many calls of one size there are, at most
 * @param callWarmUps rounds of calls of one size that do not count
 * @param callRounds rounds of calls of one size that count
 * @param warmUps rounds that do not count
 * @param rounds rounds that count
 * @param singles how often each single operation is called in a round
 * @param singleRounds rounds of single operations that count; they are short, so there are more of them
 * @param manyCalls how many calls of one kind many callers make in a round
 * @param loadElements how many elements are loaded at once
 * @param nearCacheCalls how often the near cache is asked in a round
 * @param capacities of the filters whose cost per element is compared
 * @param sample how many elements are added to each of those
 * @param batches how many elements a call takes where the sizes of partitions are compared
 * @param largeCapacity of the filter that is created, expired, cleared and deleted
 * @param fillCapacity of the filters whose error rate is measured while they are filled
 * @param probes how many absent elements are asked for at each fill
 * @param microRounds rounds of the JMH benchmarks
 * @param microMillis the length of one JMH iteration
 * @param networkElements how many elements calls of one size add on a limited network, unless one call has more
 * @param lines how many lines the command line reads
 * @param lineRounds rounds of the command line that count
 */
public record Scale(
        int elements,
        int callElements,
        int callsOfSize,
        int callWarmUps,
        int callRounds,
        int warmUps,
        int rounds,
        int singles,
        int singleRounds,
        int manyCalls,
        int loadElements,
        int nearCacheCalls,
        List<Long> capacities,
        int sample,
        List<Integer> batches,
        long largeCapacity,
        int fillCapacity,
        int probes,
        int microRounds,
        int microMillis,
        int networkElements,
        int lines,
        int lineRounds) {

    /** The false-positive rate of all filters. */
    public static final double FALSE_POSITIVE_RATE = 0.01;

    /** The size of the measurements to which the targets refer. */
    public static final Scale FULL = new Scale(
            1_000_000,
            1_000_000,
            500,
            1,
            5,
            1,
            5,
            2_000,
            25,
            50_000,
            10_000_000,
            2_000_000,
            List.of(100_000L, 1_000_000L, 10_000_000L, 100_000_000L),
            200_000,
            List.of(100, 1_000, 10_000, 100_000, 1_000_000),
            1_000_000_000L,
            100_000,
            50_000,
            5,
            500,
            40_000,
            10_000_000,
            5);

    /** Enough to see that everything runs and answers rightly; the figures mean little. */
    public static final Scale QUICK = new Scale(
            20_000,
            2_000,
            20,
            0,
            1,
            1,
            2,
            200,
            2,
            500,
            100_000,
            20_000,
            List.of(100_000L, 1_000_000L),
            5_000,
            List.of(100, 1_000),
            1_000_000L,
            5_000,
            5_000,
            1,
            20,
            1_000,
            10_000,
            1);
}
