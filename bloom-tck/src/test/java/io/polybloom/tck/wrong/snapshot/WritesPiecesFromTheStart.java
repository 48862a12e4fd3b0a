package io.polybloom.tck.wrong.snapshot;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Writes each piece of a partition to its beginning. */
@Breaks(Rule.SNAPSHOT_IS_THE_FILTER)
public final class WritesPiecesFromTheStart extends ChangedTransport {

    private static final byte[] START = {'0'};

    public WritesPiecesFromTheStart(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.SETRANGE && !Words.isTemporary(command)
                ? Words.with(command, command.key(), START, command.arguments()[1])
                : command;
    }
}
