package io.polybloom;

import io.polybloom.internal.Exporting;
import io.polybloom.layout.BitSink;
import io.polybloom.spi.Environment;
import io.polybloom.spi.FilterTask;
import io.polybloom.spi.Step;
import java.util.Objects;

/**
 * Reads all bits of a filter of another system, in pieces of at most 1 MiB, such as to make Guava's own object of it. The filter can
 * be used meanwhile; of what is added while it is read, some bits may be missed. An {@link java.io.IOException} of the sink ends the
 * task as an {@link java.io.UncheckedIOException}.
 */
public final class FilterExport implements FilterTask<FilterDescription> {

    private final FilterSpec source;
    private final BitSink sink;
    private final ByteProgress progress;

    private FilterExport(FilterSpec source, BitSink sink, ByteProgress progress) {
        this.source = source;
        this.sink = sink;
        this.progress = progress;
    }

    /**
     * The export of a filter to a sink, which is used once.
     *
     * @throws IllegalArgumentException if the filter has not all bits in one string of another system
     */
    public static FilterExport of(FilterSpec source, BitSink sink) {
        Exporting.requireOneString(source);
        return new FilterExport(source, Objects.requireNonNull(sink, "sink"), (done, total) -> {});
    }

    /** The same export with somebody who wants to know how far it is. */
    public FilterExport reportingTo(ByteProgress listener) {
        return new FilterExport(source, sink, Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public Step<FilterDescription> start(Environment environment) {
        return new Exporting(source, sink, progress).start(environment);
    }
}
