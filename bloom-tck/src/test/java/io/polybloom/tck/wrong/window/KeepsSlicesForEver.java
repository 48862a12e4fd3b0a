package io.polybloom.tck.wrong.window;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Does not let the keys of slices expire. */
@Breaks({Rule.SLICES_OF_THE_FORMAT, Rule.WINDOWS_LIVE_LIKE_FILTERS})
public final class KeepsSlicesForEver extends ChangedTransport {

    public KeepsSlicesForEver(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.PEXPIREAT && SliceWords.isOfSlice(command)
                ? new Command(Verb.PERSIST, command.key())
                : command;
    }
}
