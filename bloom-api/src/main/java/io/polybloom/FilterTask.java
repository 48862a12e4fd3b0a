package io.polybloom;

import io.polybloom.layout.FilterNames;
import java.util.Optional;

/**
 * Work on a whole filter that every flavour can run, such as {@link FilterCopy}. A task is a value: it can be run any
 * number of times, by any adapter. Only the classes of this library are tasks; adapters refuse any other with an
 * {@link IllegalArgumentException}.
 *
 * @param <R> the type of the result
 */
public interface FilterTask<R> {

    /**
     * Returns the task that reads the parameters of a native filter; its result is empty if there is no such filter.
     */
    static FilterTask<Optional<FilterDescription>> describing(String name) {
        return new Inspection(name, Optional.empty());
    }

    /**
     * Returns the task that reads the parameters of a native filter, and throws a {@link SpecMismatchException} if it
     * cannot be opened by a specification because they differ; its result is empty if there is no such filter. Opens
     * and creates nothing.
     */
    static FilterTask<Optional<FilterDescription>> describing(FilterSpec wanted) {
        return new Inspection(wanted.name(), wanted.isExisting() ? Optional.empty() : Optional.of(wanted));
    }

    /**
     * Reads the parameters of a native filter without opening it; empty if there is none of that name. Writes nothing.
     *
     * @param name the filter's name
     * @param wanted has the parameters that the filter must have; empty if it may have any
     */
    record Inspection(String name, Optional<FilterSpec> wanted) implements FilterTask<Optional<FilterDescription>> {

        /** Checks the name. */
        public Inspection {
            FilterNames.require(name);
        }
    }
}
