package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.cli.console.Progress;
import java.util.List;

/** Sends random words through a filter and compares every answer with the truth. */
final class DemoRun {

    private static final int BATCH = 8192;

    private final BloomFilter<byte[]> filter;
    private final RandomWords source;

    private final NumberSet truth = new NumberSet();
    private long words;
    private long nanoseconds;
    private long unique;
    private long falsePositives;
    private long falseNegatives;

    DemoRun(BloomFilter<byte[]> filter, long seed) {
        this.filter = filter;
        this.source = new RandomWords(seed);
    }

    void run(long count, Progress progress) {
        while (words < count) {
            List<byte[]> batch = source.next((int) Math.min(BATCH, count - words));
            long begin = System.nanoTime();
            boolean[] isNew = filter.addAll(batch);
            nanoseconds += System.nanoTime() - begin;
            compare(batch, isNew);
            words += batch.size();
            progress.reached(words, "");
        }
    }

    /** The parameters of the filter. */
    FilterDescription filter() {
        return filter.description();
    }

    /** All words so far. */
    long words() {
        return words;
    }

    /** Distinct words. */
    long distinct() {
        return truth.size();
    }

    /** Words that the filter reported as new. */
    long unique() {
        return unique;
    }

    /** New words that the filter took for duplicates: the price of a Bloom filter. */
    long falsePositives() {
        return falsePositives;
    }

    /** The share of new words that the filter took for duplicates. */
    double falsePositiveRate() {
        return (double) falsePositives / truth.size();
    }

    /** Duplicates that the filter reported as new; there must be none. */
    long falseNegatives() {
        return falseNegatives;
    }

    /** The time in which the filter answered. */
    long nanoseconds() {
        return nanoseconds;
    }

    private void compare(List<byte[]> batch, boolean[] isNew) {
        for (int i = 0; i < isNew.length; i++) {
            boolean isReallyNew = truth.add(RandomWords.number(batch.get(i)));
            unique += isNew[i] ? 1 : 0;
            falsePositives += isReallyNew && !isNew[i] ? 1 : 0;
            falseNegatives += !isReallyNew && isNew[i] ? 1 : 0;
        }
    }
}
