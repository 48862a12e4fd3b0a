package io.polybloom.spring.client;

import io.polybloom.BackendException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import java.lang.System.Logger;
import java.util.function.Function;

/** Creates filters, and logs each creation: an empty filter reports everything as absent, so nobody should miss it. */
public final class LoggedCreation {

    private static final Logger LOGGER = System.getLogger(LoggedCreation.class.getName());

    private LoggedCreation() {}

    /**
     * Opens a filter, and creates it if it does not exist and the specification and the options allow that.
     *
     * @param opening opens the filter of the specification with the options that it receives
     * @param <F> the type of the filter
     */
    public static <F> F open(FilterSpec spec, FilterOptions options, Function<FilterOptions, F> opening) {
        if (spec.isExisting()) {
            return opening.apply(options);
        }
        try {
            return opening.apply(options.neverCreate());
        } catch (FilterGoneException absent) {
            if (options.neverCreates()) {
                throw absent;
            }
            return create(spec, options, opening);
        }
    }

    /** Which of several clients has created the filter is not known. */
    private static <F> F create(FilterSpec spec, FilterOptions options, Function<FilterOptions, F> opening) {
        try {
            F created = opening.apply(options);
            warn(spec, "was created");
            return created;
        } catch (BackendException failure) {
            if (failure.mayHaveBeenApplied()) {
                warn(spec, "may have been created");
            }
            throw failure;
        }
    }

    private static void warn(FilterSpec spec, String what) {
        LOGGER.log(
                Logger.Level.WARNING,
                "the filter '" + spec.name() + "' did not exist: it " + what
                        + ", empty, unless another client was faster (" + spec + ")");
    }
}
