package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Counts the bits of a whole key where a range was asked for. */
@Breaks({Rule.STATS_MEASURE, Rule.ACCEPTS_ITS_CAPACITY})
public final class CountsWholeKeys extends ChangedTransport {

    public CountsWholeKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.BITCOUNT ? new Command(Verb.BITCOUNT, command.key()) : command;
    }
}
