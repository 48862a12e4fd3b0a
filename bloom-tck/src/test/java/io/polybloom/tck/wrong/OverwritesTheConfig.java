package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;

/** Sets fields that must only be set when they are absent. */
final class OverwritesTheConfig extends ChangedTransport {

    OverwritesTheConfig(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Command request(Command command) {
        return command.verb() == Verb.HSETNX ? new Command(Verb.HSET, command.key(), command.arguments()) : command;
    }
}
