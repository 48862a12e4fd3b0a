package io.polybloom;

import java.util.Optional;

/**
 * Work on a whole filter that every flavour can run, such as {@link FilterCopy}. A task is a value: it can be run any
 * number of times, by any adapter.
 *
 * @param <R> the type of the result
 */
public sealed interface FilterTask<R> permits FilterCopy, FilterExport, FilterImport, FilterInspection, FilterRemoval {

    /**
     * Returns the task that reads the parameters of a native filter; its result is empty if there is no such filter.
     */
    static FilterTask<Optional<FilterDescription>> describing(String name) {
        return new FilterInspection(name);
    }
}
