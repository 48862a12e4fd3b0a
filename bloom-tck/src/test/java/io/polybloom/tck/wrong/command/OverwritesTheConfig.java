package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Sets fields that must only be set when they are absent. */
public final class OverwritesTheConfig extends ChangedTransport {

    public OverwritesTheConfig(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.HSETNX ? new Command(Verb.HSET, command.key(), command.arguments()) : command;
    }
}
