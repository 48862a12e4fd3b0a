package io.polybloom.bench.suite;

import org.jspecify.annotations.Nullable;

/** Gives all contestants of a round the same words, and every round others. Not thread-safe. */
final class WordSupply {

    private final int present;
    private final int absent;
    private int round;
    private @Nullable Words words;

    WordSupply(int present, int absent) {
        this.present = present;
        this.absent = absent;
    }

    Words of(int askedRound) {
        if (words == null || round != askedRound) {
            round = askedRound;
            words = Words.of(askedRound + 1000, present, absent);
        }
        return words;
    }
}
