package io.polybloom.tck.wrong.counting;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Counts only the first half of the elements of a call. */
@Breaks({Rule.COUNTS_WITHIN_ITS_ERROR, Rule.COUNTED_UNDER_ITS_NAME, Rule.COUNTERS_MERGE})
public final class CountsHalfOfACall extends ChangedTransport {

    public CountsHalfOfACall(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        int elements = command.arguments().length;
        return command.verb() == Verb.PFADD && elements > 1 ? Words.shortened(command, elements / 2) : command;
    }
}
