package io.polybloom.tck;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must come of a bad day.
 *
 * @param type the exception that every operation must throw; a bulk add wraps it
 * @param reasons the reasons that a {@link BackendException} may have
 * @param fragment a part of the message
 */
record BadDay(
        Class<? extends BloomFilterException> type,
        Set<BackendException.Reason> reasons,
        @Nullable String fragment) {

    static BadDay of(Class<? extends BloomFilterException> type, String fragment) {
        return new BadDay(type, Set.of(), fragment);
    }

    static BadDay of(BackendException.Reason reason, String fragment) {
        return new BadDay(BackendException.class, Set.of(reason), fragment);
    }

    /** A server that cannot be reached: whether the client notices before or after it sends is the client's affair. */
    static BadDay unreachable(@Nullable String fragment) {
        return new BadDay(
                BackendException.class,
                Set.of(BackendException.Reason.UNREACHABLE, BackendException.Reason.NO_ANSWER),
                fragment);
    }
}
