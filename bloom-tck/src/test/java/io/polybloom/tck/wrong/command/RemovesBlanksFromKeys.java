package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Sends keys without their blanks. */
@Breaks(Rule.KEYS_ARE_BYTES)
public final class RemovesBlanksFromKeys extends ChangedTransport {

    public RemovesBlanksFromKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return Words.withKey(command, Words.key(command).replace(" ", ""));
    }
}
