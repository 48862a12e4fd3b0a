package io.polybloom.layouts;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Turns filters in Redis into Guava's own objects and files, and back, bit for bit. No I/O but on the streams given. */
public final class GuavaFilters {

    private GuavaFilters() {}

    /**
     * The file that {@code BloomFilter.writeTo} would write for a filter that is in Redis. It is made while it is read.
     *
     * @param redisString the bytes of the Redis string, which may end before the filter's last bit; a longer one makes reading fail
     */
    public static InputStream file(GuavaFormat format, InputStream redisString) {
        return new GuavaFileInput(format, redisString);
    }

    /**
     * Makes a Guava filter of one that is in Redis.
     *
     * @param funnel the one whose bytes were added; nothing in the filter tells it
     * @throws IOException if reading fails, or the Redis string is longer than the filter
     */
    public static <T extends Object> BloomFilter<T> toGuava(
            GuavaFormat format, InputStream redisString, Funnel<? super T> funnel) throws IOException {
        return BloomFilter.readFrom(file(format, redisString), funnel);
    }

    /**
     * Writes the bytes of the Redis string of a Guava filter, all m/8 of them.
     *
     * @return the layout, bits and hashes with which the string must be opened
     * @throws IOException if writing fails, or no Redis string can hold the filter
     */
    public static GuavaFormat fromGuava(BloomFilter<?> filter, OutputStream redisString) throws IOException {
        GuavaFileOutput file = new GuavaFileOutput(redisString);
        filter.writeTo(file);
        return file.finish();
    }

    /**
     * The layout, bits and hashes of a Guava filter; it writes the whole filter to nowhere, since Guava does not tell them.
     *
     * @throws IOException if no Redis string can hold the filter
     */
    public static GuavaFormat format(BloomFilter<?> filter) throws IOException {
        return fromGuava(filter, OutputStream.nullOutputStream());
    }
}
