package io.polybloom.memory.server;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The words of one command, with the ways in which Redis reads them. */
final class Words {

    private static final int MOST_DIGITS = 19;

    private final List<byte[]> words;

    Words(List<byte[]> words) {
        this.words = words;
    }

    String name() {
        return option(0);
    }

    int count() {
        return words.size();
    }

    byte[] bytes(int index) {
        return words.get(index);
    }

    /** Returns a key or a field: its bytes as text, without loss. */
    String text(int index) {
        return new String(words.get(index), StandardCharsets.ISO_8859_1);
    }

    /** Returns a word that may be written in lower case. */
    String option(int index) {
        return text(index).toUpperCase(Locale.ROOT);
    }

    long integer(int index) {
        return integer(index, ServerError.NOT_AN_INTEGER);
    }

    long integer(int index, String complaint) {
        return parse(bytes(index), 0, complaint);
    }

    /** Reads the number at the end of a word as Redis does: neither a plus sign nor leading zeros. */
    static long parse(byte[] word, int from, String complaint) {
        boolean isNegative = from < word.length && word[from] == '-';
        int first = isNegative ? from + 1 : from;
        int digits = word.length - first;
        boolean isPlain = digits > 0 && digits <= MOST_DIGITS && (word[first] != '0' || (digits == 1 && !isNegative));
        // There is one more number below zero than above.
        long negated = 0;
        for (int i = first; isPlain && i < word.length; i++) {
            isPlain = word[i] >= '0' && word[i] <= '9';
            negated = 10 * negated - (word[i] - '0');
        }
        boolean isTooLarge = negated > 0 || (negated == Long.MIN_VALUE && !isNegative);
        if (!isPlain || isTooLarge) {
            throw new ServerError(complaint);
        }
        return isNegative ? negated : -negated;
    }

    void requireCount(int exact) {
        require(words.size() == exact);
    }

    void requireAtLeast(int least) {
        require(words.size() >= least);
    }

    void require(boolean condition) {
        if (!condition) {
            throw new ServerError(
                    "ERR wrong number of arguments for '" + name().toLowerCase(Locale.ROOT) + "' command");
        }
    }
}
