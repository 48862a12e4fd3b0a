package io.polybloom;

import io.polybloom.internal.Exporting;
import io.polybloom.internal.Importing;
import io.polybloom.layout.BitSource;
import io.polybloom.spi.Environment;
import io.polybloom.spi.FilterTask;
import io.polybloom.spi.Step;
import java.util.Objects;

/**
 * Makes a filter of another system's layout from its bits, in pieces of at most 1 MiB, such as from Guava's own object. The filter
 * exists from the end on and not before; an import that has failed can be repeated with a new source. An {@link java.io.IOException}
 * of the source ends the task as an {@link java.io.UncheckedIOException}.
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
     * The import into a filter that does not exist yet, with its parameters.
     *
     * @throws IllegalArgumentException if the filter has not all bits in one string of another system
     */
    public static FilterImport of(FilterSpec target, BitSource source) {
        Exporting.requireOneString(target);
        return new FilterImport(target, Objects.requireNonNull(source, "source"), (done, total) -> {});
    }

    /** The same import with somebody who wants to know how far it is. */
    public FilterImport reportingTo(ByteProgress listener) {
        return new FilterImport(target, source, Objects.requireNonNull(listener, "listener"));
    }

    /** The steps of the import. They fail with {@link SpecMismatchException} if the target exists. */
    @Override
    public Step<FilterDescription> start(Environment environment) {
        return new Importing(target, source, environment, progress).start();
    }
}
