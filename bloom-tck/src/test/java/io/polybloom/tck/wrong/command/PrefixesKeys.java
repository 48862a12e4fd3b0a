package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Puts the name of an application in front of every key. */
public final class PrefixesKeys extends ChangedTransport {

    public PrefixesKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return Words.withKey(command, "app:" + Words.key(command));
    }
}
