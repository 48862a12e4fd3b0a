package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Sets the expiry of the bits but not that of the config. */
public final class ForgetsToExpireTheConfig extends ChangedTransport {

    public ForgetsToExpireTheConfig(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        boolean forgotten = command.verb() == Verb.PEXPIREAT && Words.isConfig(command);
        return forgotten ? Words.of(Verb.HDEL, command.key(), "nothing") : command;
    }
}
