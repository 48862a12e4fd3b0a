package io.polybloom.bench.words;

import org.jspecify.annotations.Nullable;

/** Gives all contestants of a round the same words, and every round others. Not thread-safe. */
public final class WordSupply {

    private static final int SEED_OF_FIRST_ROUND = 1000;

    private final int present;
    private final int absent;
    private int round;
    private @Nullable Words words;

    /** Creates a supply of a number of words to add and a number of others. */
    public WordSupply(int present, int absent) {
        this.present = present;
        this.absent = absent;
    }

    /** Returns the seed of a round, which may be a warm-up. */
    public static int seed(int round) {
        return round + SEED_OF_FIRST_ROUND;
    }

    /** Returns the words of a round. */
    public Words of(int askedRound) {
        if (words == null || round != askedRound) {
            round = askedRound;
            words = Words.of(seed(askedRound), present, absent);
        }
        return words;
    }
}
