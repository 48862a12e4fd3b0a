package io.polybloom.bench.suite;

import org.jspecify.annotations.Nullable;

/** Gives all contestants of a round the same words, and every round others. Not thread-safe. */
final class WordSupply {

    private static final int SEED_OF_FIRST_ROUND = 1000;

    private final int present;
    private final int absent;
    private int round;
    private @Nullable Words words;

    WordSupply(int present, int absent) {
        this.present = present;
        this.absent = absent;
    }

    /** The seed of a round, which may be a warm-up. */
    static int seed(int round) {
        return round + SEED_OF_FIRST_ROUND;
    }

    Words of(int askedRound) {
        if (words == null || round != askedRound) {
            round = askedRound;
            words = Words.of(seed(askedRound), present, absent);
        }
        return words;
    }
}
