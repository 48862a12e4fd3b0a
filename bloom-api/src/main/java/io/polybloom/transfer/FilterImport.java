package io.polybloom.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.layout.BitSource;
import io.polybloom.listener.ByteProgress;
import java.util.Objects;

/**
 * Creates a filter in another system's layout from its bits, in pieces of at most 1 MiB, for example from Guava's own
 * object. The filter exists only once the import has ended. An import that has failed can be repeated with a new
 * source. If the source throws an {@link java.io.IOException}, the task fails with an
 * {@link java.io.UncheckedIOException}.
 */
public final class FilterImport implements FilterTask<FilterDescription> {

    private final FilterSpec target;
    private final BitSource source;
    private final ByteProgress progress;

    private FilterImport(FilterSpec target, BitSource source, ByteProgress progress) {
        this.target = target;
        this.source = source;
        this.progress = progress;
    }

    /**
     * Returns the import of bits into a filter that does not exist yet.
     *
     * @throws IllegalArgumentException if the layout does not keep all bits of the filter in one string of another
     *     system
     */
    public static FilterImport of(FilterSpec target, BitSource source) {
        FilterExport.requireOneString(target);
        return new FilterImport(target, Objects.requireNonNull(source, "source"), (done, total) -> {});
    }

    /** Returns the same import with a progress listener. */
    public FilterImport reportingTo(ByteProgress listener) {
        return new FilterImport(target, source, Objects.requireNonNull(listener, "listener"));
    }

    /** Returns the specification of the filter to create. */
    public FilterSpec target() {
        return target;
    }

    /** Returns the source of the bits. */
    public BitSource source() {
        return source;
    }

    /** Returns the progress listener of the import. */
    public ByteProgress progress() {
        return progress;
    }
}
