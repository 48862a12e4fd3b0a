package io.polybloom.spring.failure;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.spring.filter.FilterOpeningException;
import io.polybloom.spring.properties.PolybloomProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains why a filter could not be opened at startup, if a change of its properties can fix it. */
final class FilterOpeningFailureAnalyzer extends AbstractFailureAnalyzer<FilterOpeningException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, FilterOpeningException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                remedy(PolybloomProperties.FILTERS + "." + cause.bean(), cause.isOfMirror(), cause.getCause()),
                cause);
    }

    private static String remedy(String filter, boolean isOfMirror, @Nullable Throwable reason) {
        if (isOfMirror && reason instanceof UnsupportedFilterException) {
            return "Raise " + filter + ".mirror.memory-limit if the filter is too large for it. Or remove " + filter
                    + ".mirror.*, and ask the filter itself.";
        }
        if (reason instanceof SpecMismatchException) {
            return "Set " + filter + ".* to the stored parameters, set " + filter + ".existing=true alone to use them"
                    + " as they are, or choose another name with " + filter + ".name.";
        }
        if (reason instanceof FilterGoneException) {
            return "Create the filter first, or give its parameters and leave out " + filter + ".existing.";
        }
        if (reason instanceof LostDataException) {
            return "Delete the filter with BloomFilters.run(FilterRemoval.of(name)) or `bloom delete"
                    + " NAME`, and fill it again.";
        }
        if (reason instanceof BackendException backend && backend.reason() == Reason.UNREACHABLE) {
            return "Check that Redis is running, and check the properties of its client. With " + filter
                    + ".open=lazily, the application starts without Redis.";
        }
        if (reason instanceof BackendException backend && backend.reason() == Reason.AUTHENTICATION) {
            return "Check spring.data.redis.username and spring.data.redis.password (with Redisson, the credentials in"
                    + " its own configuration), and that the user may run the commands that the cause names.";
        }
        return "With " + filter + ".open=lazily, the application starts anyway, but each call fails until this is"
                + " mended.";
    }
}
