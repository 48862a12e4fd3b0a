package io.polybloom.spi;

import io.polybloom.FilterDescription;
import io.polybloom.internal.FilterOpener;
import java.util.Optional;

/**
 * Work on a whole filter that every flavour can run, such as {@link io.polybloom.FilterCopy}. A task can be run any number of times.
 *
 * @param <R> what comes out
 */
@FunctionalInterface
public interface FilterTask<R> {

    /**
     * The steps of the task.
     *
     * @param environment where the steps will run, with the number of independent servers that they may address
     */
    Step<R> start(Environment environment);

    /** The task of reading the parameters of a native filter; empty if there is none of that name. Writes nothing. */
    static FilterTask<Optional<FilterDescription>> describing(String name) {
        return environment -> FilterOpener.named(name, environment).describe();
    }
}
