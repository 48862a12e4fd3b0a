package io.polybloom.tck.wrong.counting;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Leaves out the last counter of those that are merged. */
@Breaks(Rule.COUNTERS_MERGE)
public final class MergesNothing extends ChangedTransport {

    public MergesNothing(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.PFMERGE ? Words.shortened(command, 1) : command;
    }
}
