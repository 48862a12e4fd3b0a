package io.polybloom.cli.command;

import io.polybloom.ElementOutcome;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.output.Figures;
import java.util.Collections;

/** What to tell about a batch of lines of which not every one has an answer. */
final class PartialAdd {

    private PartialAdd() {}

    static CommandFailure failure(PartialBulkException partial) {
        if (partial.getCause() instanceof OverCapacityException full) {
            return new CommandFailure(full.getMessage(), partial);
        }
        int unknown = Collections.frequency(partial.outcomes(), ElementOutcome.UNKNOWN);

        return new CommandFailure(
                Figures.quantity(unknown, "line") + " in an unknown state, in the filter or not: "
                        + partial.getMessage(),
                partial);
    }
}
