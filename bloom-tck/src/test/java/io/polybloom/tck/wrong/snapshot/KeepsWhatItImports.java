package io.polybloom.tck.wrong.snapshot;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Writes the partitions of a snapshot without the time for which they live until they are published. */
@Breaks(Rule.SNAPSHOT_OF_TWO_IMPORTS)
public final class KeepsWhatItImports extends ChangedTransport {

    /** PX and the milliseconds. */
    private static final int LIFE = 2;

    public KeepsWhatItImports(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.SET && !Words.isTemporary(command) ? Words.shortened(command, LIFE) : command;
    }
}
