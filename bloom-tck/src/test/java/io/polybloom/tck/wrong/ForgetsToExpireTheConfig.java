package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;

/** Sets the expiry of the bits but not that of the config. */
final class ForgetsToExpireTheConfig extends ChangedTransport {

    ForgetsToExpireTheConfig(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Command request(Command command) {
        boolean forgotten = command.verb() == Verb.PEXPIREAT && Words.isConfig(command);
        return forgotten ? Words.of(Verb.HDEL, command.key(), "nothing") : command;
    }
}
