package io.polybloom.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.layout.BitSink;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import io.polybloom.listener.ByteProgress;
import java.util.Objects;

/**
 * Reads all bits of a filter of another system, in pieces of at most 1 MiB, for example to convert it to Guava's own
 * object. The filter can be used meanwhile; some bits of elements that are added during the export may be missed. If
 * the sink throws an {@link java.io.IOException}, the task fails with an {@link java.io.UncheckedIOException}.
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
     * Returns the export of a filter to a sink, which can be used once.
     *
     * @throws IllegalArgumentException if the layout does not keep all bits of the filter in one string of another
     *     system
     */
    public static FilterExport of(FilterSpec source, BitSink sink) {
        requireOneString(source);
        return new FilterExport(source, Objects.requireNonNull(sink, "sink"), (done, total) -> {});
    }

    /** Refuses a filter whose bits are not all in one string, or have a trailer after them. */
    static void requireOneString(FilterSpec spec) {
        boolean isOneString = Layouts.get(spec.layout())
                .foreign()
                .filter(layout -> !layout.capabilities().contains(LayoutCapability.INDEPENDENT_SERVERS))
                .isPresent();
        if (!isOneString) {
            throw new IllegalArgumentException("the layout " + spec.layout()
                    + " does not keep a filter in one plain string, so it cannot be exported or imported: copy the"
                    + " filter instead");
        }
    }

    /** Returns the same export with a progress listener. */
    public FilterExport reportingTo(ByteProgress listener) {
        return new FilterExport(source, sink, Objects.requireNonNull(listener, "listener"));
    }

    /** Returns the specification of the filter to read. */
    public FilterSpec source() {
        return source;
    }

    /** Returns the receiver of the bits. */
    public BitSink sink() {
        return sink;
    }

    /** Returns the progress listener of the export. */
    public ByteProgress progress() {
        return progress;
    }
}
