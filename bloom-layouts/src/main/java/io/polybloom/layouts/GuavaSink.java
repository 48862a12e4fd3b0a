package io.polybloom.layouts;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import io.polybloom.layout.BitSink;
import io.polybloom.layout.Geometry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Makes a Guava filter of one that is in Redis, bit for bit: {@code filters.run(FilterExport.of(spec, sink))}, then
 * {@link #filter}. Used once, by one thread.
 *
 * @param <T> the type of the elements
 */
public final class GuavaSink<T extends Object> implements BitSink {

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final GuavaFileSink sink;
    private final Funnel<? super T> funnel;

    /**
     * Creates the sink.
     *
     * @param layout {@code guava-64} or {@code guava-32}
     * @param funnel the one whose bytes were added; nothing in the filter tells it
     */
    public GuavaSink(String layout, Funnel<? super T> funnel) {
        this.sink = new GuavaFileSink(layout, file);
        this.funnel = funnel;
    }

    @Override
    public void begin(Geometry geometry, long bytes) throws IOException {
        sink.begin(geometry, bytes);
    }

    @Override
    public void write(byte[] piece) throws IOException {
        sink.write(piece);
    }

    @Override
    public void end() throws IOException {
        sink.end();
    }

    /**
     * The filter, once all bits have been written.
     *
     * @throws IOException if not all of them have
     */
    public BloomFilter<T> filter() throws IOException {
        return BloomFilter.readFrom(new ByteArrayInputStream(file.toByteArray()), funnel);
    }
}
