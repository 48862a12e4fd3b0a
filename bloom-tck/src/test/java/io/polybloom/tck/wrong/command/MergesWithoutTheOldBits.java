package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Takes the key for what a merge writes to only, and not for the first of what it reads. */
public final class MergesWithoutTheOldBits extends ChangedTransport {

    public MergesWithoutTheOldBits(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.BITOP ? new Command(Verb.BITOP, command.key(), command.arguments()[1]) : command;
    }
}
