package io.polybloom.bench.suite;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Distinct strings of 16 characters that look random.
 *
 * @param present those to be added
 * @param absent those never to be added
 */
record Words(List<String> present, List<String> absent) {

    private static final HexFormat HEX = HexFormat.of();
    private static final int BITS_OF_NUMBER = 40;

    /** The words of a seed of up to 20 bits; different seeds have no word in common. */
    static Words of(int seed, int present, int absent) {
        long first = (long) seed << BITS_OF_NUMBER;
        return new Words(list(first, present), list(first + present, absent));
    }

    private static List<String> list(long first, int count) {
        List<String> words = new ArrayList<>(count);
        for (long number = first; number < first + count; number++) {
            words.add(HEX.toHexDigits(scatter(number)));
        }
        return words;
    }

    /** The finaliser of SplitMix64, a bijection: no two numbers become the same word. */
    private static long scatter(long number) {
        long value = number * 0x9e3779b97f4a7c15L;
        value = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        value = (value ^ value >>> 27) * 0x94d049bb133111ebL;
        return value ^ value >>> 31;
    }
}
