package io.polybloom;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import java.nio.charset.StandardCharsets;

/**
 * Provides the funnels of the usual elements. A funnel turns an element into the bytes that are hashed. Each of these,
 * except {@link #bytes}, has a format whose name a filter stores, so two programs with different formats cannot share a
 * filter by mistake. They are Guava's own funnels. With this class, callers need no import from Guava, whose
 * {@code BloomFilter} has the same name as ours. Any other {@link Funnel} can be used instead. Thread-safe.
 */
public final class Elements {

    private Elements() {}

    /** Returns the funnel of text in UTF-8, for filters of {@code String} or any other {@link CharSequence}. */
    public static Funnel<CharSequence> strings() {
        return Funnels.stringFunnel(StandardCharsets.UTF_8);
    }

    /** Returns the funnel of long integers: 8 bytes in little-endian order. */
    public static Funnel<Long> longs() {
        return Funnels.longFunnel();
    }

    /** Returns the funnel of integers: 4 bytes in little-endian order. */
    public static Funnel<Integer> ints() {
        return Funnels.integerFunnel();
    }

    /**
     * Returns the funnel of byte arrays, which are hashed as they are. This format has no name, so it is not compared.
     */
    public static Funnel<byte[]> bytes() {
        return Funnels.byteArrayFunnel();
    }
}
