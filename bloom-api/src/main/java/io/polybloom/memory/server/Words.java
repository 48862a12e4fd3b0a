package io.polybloom.memory.server;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The words of one command, with the ways in which Redis reads them. */
final class Words {

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

    /** A key or a field: its bytes as text without loss. */
    String text(int index) {
        return new String(words.get(index), StandardCharsets.ISO_8859_1);
    }

    /** A word that may be written in small letters. */
    String option(int index) {
        return text(index).toUpperCase(Locale.ROOT);
    }

    long integer(int index) {
        return integer(index, ServerError.NOT_AN_INTEGER);
    }

    long integer(int index, String complaint) {
        return parse(text(index), complaint);
    }

    /** Reads a number as Redis does: neither a plus sign nor leading zeros. */
    static long parse(String text, String complaint) {
        int first = text.startsWith("-") ? 1 : 0;
        boolean isPlain = text.length() > first && text.length() < first + 20 && !text.equals("-0");
        for (int i = first; i < text.length(); i++) {
            isPlain &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        if (!isPlain || text.charAt(first) == '0' && text.length() > first + 1) {
            throw new ServerError(complaint);
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException tooLarge) {
            throw new ServerError(complaint);
        }
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
