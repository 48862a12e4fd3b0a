package io.polybloom.tck.wrong.counting;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Drops the non-ASCII characters from the name of a counter. */
@Breaks(Rule.COUNTED_UNDER_ITS_NAME)
public final class CountsElsewhere extends ChangedTransport {

    public CountsElsewhere(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        boolean isOfCounter = command.verb() == Verb.PFADD || command.verb() == Verb.PFCOUNT;
        return isOfCounter ? Words.withKey(command, Words.key(command).replaceAll("[^\\x00-\\x7f]", "")) : command;
    }
}
