package io.polybloom.bench.words;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Distinct strings of 16 characters that look random.
 *
 * @param present those to be added
 * @param absent those never to be added
 */
public record Words(List<String> present, List<String> absent) {

    private static final HexFormat HEX = HexFormat.of();
    private static final int BITS_OF_NUMBER = 40;

    /** Returns the words of a seed of up to 20 bits; different seeds have no word in common. */
    public static Words of(int seed, int present, int absent) {
        return new Words(some(seed, 0, present), some(seed, present, absent));
    }

    /** Returns the first words of a seed, made while they are read. */
    public static Iterable<String> lazily(int seed, int count) {
        long first = first(seed);
        return () ->
                LongStream.range(first, first + count).mapToObj(Words::word).iterator();
    }

    /** Returns some of the words of a seed. */
    public static List<String> some(int seed, int from, int count) {
        return list(first(seed) + from, count);
    }

    private static long first(int seed) {
        return (long) seed << BITS_OF_NUMBER;
    }

    private static List<String> list(long first, int count) {
        List<String> words = new ArrayList<>(count);
        for (long number = first; number < first + count; number++) {
            words.add(word(number));
        }
        return words;
    }

    private static String word(long number) {
        return HEX.toHexDigits(scatter(number));
    }

    /** The finaliser of SplitMix64, a bijection: no two numbers become the same word. */
    private static long scatter(long number) {
        long value = number * 0x9e3779b97f4a7c15L;
        value = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        value = (value ^ value >>> 27) * 0x94d049bb133111ebL;
        return value ^ value >>> 31;
    }
}
