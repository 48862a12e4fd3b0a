package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Sends the first three letters of the name in keys in lower case. */
@Breaks(Rule.KEYS_ARE_BYTES)
public final class LowersKeys extends ChangedTransport {

    public LowersKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return Words.withKey(command, Words.key(command).replace("Kit", "kit"));
    }
}
