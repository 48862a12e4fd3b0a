package io.polybloom.layouts;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * The layout {@code go-zero}: the package core/bloom of go-zero. Each of its 14 offsets is the first word of murmur3
 * over the element and one more byte, the offset's number. Frozen.
 */
public final class GoZeroLayout extends SingleKeyLayout {

    private static final int HASHES = 14;

    /** Creates the layout, for {@link java.util.ServiceLoader}. */
    public GoZeroLayout() {}

    @Override
    public String id() {
        return "go-zero";
    }

    @Override
    public OptionalInt fixedHashes() {
        return OptionalInt.of(HASHES);
    }

    /** Refuses, since go-zero takes the number of bits as a parameter; the exception says how many would suffice. */
    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        throw new IllegalArgumentException(String.format(
                Locale.ROOT,
                "the layout go-zero cannot be sized by a capacity: give its bits (with %d hashes, %d elements at a rate"
                        + " of %s need %.0f bits)",
                HASHES,
                capacity,
                falsePositiveRate,
                bitsNeeded(capacity, falsePositiveRate, HASHES)));
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        byte[] salted = Arrays.copyOf(element, length + 1);
        for (int i = 0; i < HASHES; i++) {
            salted[length] = (byte) i;
            long word = Murmur3.h1(Murmur3.hash(salted, salted.length));
            offsets[at + i] = Long.remainderUnsigned(word, geometry.partitionBits());
        }
        return 0;
    }
}
