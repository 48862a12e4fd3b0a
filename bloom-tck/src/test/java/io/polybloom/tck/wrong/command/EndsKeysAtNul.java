package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Sends keys up to the first NUL, as a library in C may do. */
@Breaks(Rule.KEYS_ARE_BYTES)
public final class EndsKeysAtNul extends ChangedTransport {

    public EndsKeysAtNul(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        String key = Words.key(command);
        int end = key.indexOf('\0');
        return end < 0 ? command : Words.withKey(command, key.substring(0, end));
    }
}
