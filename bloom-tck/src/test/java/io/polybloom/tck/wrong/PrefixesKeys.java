package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;

/** Puts the name of an application in front of every key. */
final class PrefixesKeys extends ChangedTransport {

    PrefixesKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Command request(Command command) {
        return Words.withKey(command, "app:" + Words.key(command));
    }
}
