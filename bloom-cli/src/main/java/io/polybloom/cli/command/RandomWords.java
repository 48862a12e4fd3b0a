package io.polybloom.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random lower-case words of 4 to 12 letters; the same seed gives the same words. */
final class RandomWords {

    private static final int SHORTEST = 4;
    private static final int LONGEST = 12;
    private static final int LETTERS = 26;

    private final SplittableRandom random;

    RandomWords(long seed) {
        this.random = new SplittableRandom(seed);
    }

    List<byte[]> next(int count) {
        List<byte[]> words = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] word = new byte[random.nextInt(SHORTEST, LONGEST + 1)];
            for (int letter = 0; letter < word.length; letter++) {
                word[letter] = (byte) ('a' + random.nextInt(LETTERS));
            }
            words.add(word);
        }
        return words;
    }

    /** The word as a number that no other word has, and that is never 0: its letters are digits to the base 27. */
    static long number(byte[] word) {
        long number = 0;
        for (byte letter : word) {
            number = number * (LETTERS + 1) + (letter - 'a' + 1);
        }
        return number;
    }
}
