package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;

/** Counts the bits of a whole key where a range was asked for. */
final class CountsWholeKeys extends ChangedTransport {

    CountsWholeKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Command request(Command command) {
        return command.verb() == Verb.BITCOUNT ? new Command(Verb.BITCOUNT, command.key()) : command;
    }
}
