package io.polybloom.listener;

import java.time.Duration;
import java.util.Optional;

/**
 * What has come of an operation. Single calls that went together are one operation. So the number of elements of an
 * add, or of a look-up, is {@link #absent}, {@link #present} and those whose answer is not known.
 *
 * @param filter the name of the filter
 * @param kind the kind of the operation
 * @param elements the number of elements that the operation was about, 0 if it is about the whole filter; of a load
 *     that failed, 0
 * @param absent the number of elements that were definitely absent: those that an add has found new, and those for
 *     which a look-up has answered {@code false}
 * @param present the number of elements that were probably present before
 * @param batches the number of batches of commands that were made, 0 if the near cache knew the answer
 * @param recoveries how often a partition that was not alive made this filter look for its successor since the last
 *     report, by whichever operation
 * @param duration from the start of the operation to its end, without the time for which a single call waited to be
 *     sent
 * @param failure why the operation failed; empty if it has not
 */
public record OperationReport(
        String filter,
        OperationKind kind,
        long elements,
        long absent,
        long present,
        long batches,
        long recoveries,
        Duration duration,
        Optional<OperationFailure> failure) {

    /** Returns the number of elements whose answer is not known, because the operation failed. */
    public long unknown() {
        return kind == OperationKind.ADD || kind == OperationKind.LOOK_UP ? elements - absent - present : 0;
    }
}
