package io.polybloom.spi;

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
     * @param servers the number of independent servers that the steps may address
     */
    Step<R> start(int servers);
}
