package io.polybloom;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import java.nio.charset.StandardCharsets;

/**
 * The funnels of the usual elements: how an element becomes the bytes that are hashed. Each stands for a format of
 * elements that filters store, so two programs that name different ones cannot share a filter by mistake. They are
 * Guava's own funnels under a name that does not clash with Guava's {@code BloomFilter}; any other {@link Funnel} does
 * as well. Thread-safe.
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

    /** Returns the funnel of byte arrays, as they are. Their format has no name, so it is not compared. */
    public static Funnel<byte[]> bytes() {
        return Funnels.byteArrayFunnel();
    }
}
