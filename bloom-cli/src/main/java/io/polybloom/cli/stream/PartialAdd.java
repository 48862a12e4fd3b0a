package io.polybloom.cli.stream;

import io.polybloom.ElementOutcome;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.output.Figures;

/** The message about lines of which not every one has an answer. */
final class PartialAdd {

    private PartialAdd() {}

    /**
     * Returns the known outcomes of lines after a failure.
     *
     * @param first the number of the first of them
     */
    static String message(long first, PartialBulkException partial) {
        if (partial.getCause() instanceof OverCapacityException full) {
            return full.getMessage();
        }
        int unknown = 0;
        int notAdded = 0;
        for (int i = 0; i < partial.outcomes().size(); i++) {
            if (UnknownLines.isUnknown(partial, i)) {
                unknown++;
            } else if (partial.outcomes().get(i) == ElementOutcome.UNKNOWN) {
                notAdded++;
            }
        }
        return "of lines " + Figures.count(first) + " to "
                + Figures.count(first + partial.outcomes().size() - 1) + ", "
                + Figures.quantity(unknown, "line") + " may or may not be in the filter, and "
                + Figures.quantity(notAdded, "line") + (notAdded == 1 ? " was" : " were") + " not added: "
                + partial.getCause().getMessage();
    }
}
