package io.polybloom.layouts;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import io.polybloom.layout.BitSink;
import io.polybloom.layout.Geometry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Converts a filter in Redis to Guava's own object.
 *
 * @param <T> the type of the elements
 */
public final class GuavaFilterSink<T> implements BitSink {

    private final String layout;
    private final Funnel<? super T> funnel;
    private FirstBytes bytes = new FirstBytes(0);
    private GuavaFileSink file;
    private @Nullable BloomFilter<T> filter;

    /**
     * Prepares an object.
     *
     * @param layout {@code guava-64} or {@code guava-32}
     * @param funnel the funnel whose bytes were added; the filter itself does not store it
     */
    public GuavaFilterSink(String layout, Funnel<? super T> funnel) {
        this.layout = layout;
        this.funnel = funnel;
        this.file = new GuavaFileSink(layout, bytes);
    }

    /**
     * Returns the filter, once all bits have been received.
     *
     * @throws IllegalStateException if not all bits have been received
     */
    public BloomFilter<T> filter() {
        if (filter == null) {
            throw new IllegalStateException("the filter has not been read to its end");
        }
        return filter;
    }

    @Override
    public void begin(Geometry geometry, long length) throws IOException {
        bytes = new FirstBytes(
                GuavaFormat.HEADER_BYTES + GuavaFormat.of(layout, geometry).bodyBytes());
        file = new GuavaFileSink(layout, bytes);
        file.begin(geometry, length);
    }

    @Override
    public void write(byte[] piece) throws IOException {
        file.write(piece);
    }

    @Override
    public void end() throws IOException {
        file.end();
        filter = BloomFilter.readFrom(new ByteArrayInputStream(bytes.bytes()), funnel);
    }
}
