package io.polybloom.tck.wrong.counting;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Leaves out the last of the counters that are to be merged. */
@Breaks(Rule.COUNTERS_MERGE)
public final class MergesAllButTheLast extends ChangedTransport {

    public MergesAllButTheLast(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.PFMERGE ? Words.shortened(command, 1) : command;
    }
}
