package io.polybloom.tck.wrong.window;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Sends a key with TIME, as with all other commands, so that the server refuses it. */
public final class SendsTheKeyOfATime extends ChangedTransport {

    public SendsTheKeyOfATime(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.TIME ? Command.reading(Verb.TIME, command.key(), command.key()) : command;
    }
}
