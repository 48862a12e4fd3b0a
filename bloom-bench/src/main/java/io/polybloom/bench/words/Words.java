package io.polybloom.bench.words;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;

/** Distinct strings of 16 characters that look random. Different seeds have no word in common. */
public final class Words {

    private static final HexFormat HEX = HexFormat.of();
    private static final int BITS_OF_NUMBER = 40;

    private Words() {}

    /** Returns the first words of a seed of up to 20 bits, made while they are read. */
    public static Iterable<String> lazily(int seed, int count) {
        long first = first(seed);
        return () ->
                LongStream.range(first, first + count).mapToObj(Words::word).iterator();
    }

    /** Returns some of the words of a seed. */
    public static List<String> some(int seed, long from, int count) {
        long first = first(seed) + from;
        List<String> words = new ArrayList<>(count);
        for (long number = first; number < first + count; number++) {
            words.add(word(number));
        }
        return words;
    }

    /** Returns one of the words of a seed. */
    public static String one(int seed, long number) {
        return word(first(seed) + number);
    }

    private static long first(int seed) {
        return (long) seed << BITS_OF_NUMBER;
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
