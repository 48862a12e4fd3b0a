package io.polybloom.listener;

import java.time.Duration;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The outcome of an operation. Single calls that were sent together are one operation. The number of elements of an add
 * or a look-up is the sum of {@link #absent}, {@link #present} and {@link #unknown}.
 *
 * @param filter the name of the filter
 * @param kind the kind of the operation
 * @param elements the number of elements of the operation; 0 if it is about the whole filter, or a load that failed
 * @param absent the number of elements that were definitely absent: an add reported them as new, or a look-up as
 *     {@code false}
 * @param present the number of elements that were probably present before
 * @param batches the number of batches of commands that were made; 0 if the near cache knew the answer
 * @param recoveries the number of times since the previous report that an operation of this filter object found that a
 *     partition was no longer alive and looked for its successor
 * @param duration the time from the start of the operation to its end; for a single call, without the time for which it
 *     waited to be sent
 * @param failure the reason why the operation failed; empty if it succeeded
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

    /** Returns the report in one line, without the numbers that are 0, for logs; the format may change. */
    @Override
    public String toString() {
        StringJoiner parts = new StringJoiner(", ", "OperationReport[" + kind + " on " + filter + ": ", "]");
        part(parts, elements, " elements");
        part(parts, absent, " absent");
        part(parts, present, " present");
        part(parts, unknown(), " unknown");
        part(parts, batches, " batches");
        part(parts, recoveries, " recoveries");
        parts.add(duration.toNanos() / 1000 + " us");
        failure.ifPresent(failed -> parts.add("failed: " + failed.reason()));
        return parts.toString();
    }

    private static void part(StringJoiner parts, long number, String what) {
        if (number != 0) {
            parts.add(number + what);
        }
    }
}
