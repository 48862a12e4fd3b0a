package io.polybloom;

import io.polybloom.support.FilterNames;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Work on a whole filter that every flavour can run, such as {@link FilterCopy}. A task is a value: it can be run any
 * number of times, by any adapter. Only the classes of this library are tasks; adapters refuse any other with an
 * {@link IllegalArgumentException}. {@link FilterOptions} apply only to the object that is opened with them. A task has
 * a setting of its own: {@link #acknowledgedBy}.
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
     * Returns the same task, each of whose writes counts as done only when the given number of replicas also have it,
     * as {@link FilterOptions#acknowledgedBy} describes. If fewer replicas acknowledge a write in time, the task fails
     * with {@link BackendException.Reason#NOT_ACKNOWLEDGED}. What it has written may stay, or a failover may undo it.
     *
     * @param replicas the number of replicas, at least 1
     * @param timeout the time for which the server waits for them after each batch of writes, at least 1 ms; choose it
     *     shorter than the client's own timeout
     * @throws IllegalArgumentException if a parameter is below its minimum
     */
    default Acknowledged<R> acknowledgedBy(int replicas, Duration timeout) {
        return new Acknowledged<>(this, new Acknowledgement(replicas, timeout, false));
    }

    /** Returns the acknowledgement by replicas that the writes require, if any. */
    default Optional<Acknowledgement> acknowledgement() {
        return Optional.empty();
    }

    /**
     * A task whose writes count as done only when replicas have them. A client that cannot tell whether they have
     * refuses to run the task, with an {@link IllegalArgumentException}.
     *
     * @param task the work
     * @param asked the acknowledgement that each write requires
     * @param <R> the type of the result
     */
    record Acknowledged<R>(FilterTask<R> task, Acknowledgement asked) implements FilterTask<R> {

        /** Replaces the acknowledgement of a task that already has one. */
        public Acknowledged {
            Objects.requireNonNull(asked, "asked");
            task = task instanceof Acknowledged<R> before ? before.task : Objects.requireNonNull(task, "task");
        }

        /**
         * Returns the same task, whose writes must also be on disk, as {@link FilterOptions#persisted} describes. If a
         * server cannot tell, running the task throws an {@link UnsupportedFilterException}.
         */
        public Acknowledged<R> persisted() {
            return new Acknowledged<>(task, new Acknowledgement(asked.replicas(), asked.timeout(), true));
        }

        @Override
        public Optional<Acknowledgement> acknowledgement() {
            return Optional.of(asked);
        }
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
