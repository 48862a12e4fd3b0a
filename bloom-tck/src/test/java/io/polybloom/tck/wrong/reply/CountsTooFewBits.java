package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Loses a tenth of the bits that it counts. */
public final class CountsTooFewBits extends ChangedTransport {

    public CountsTooFewBits(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.BITCOUNT && reply instanceof Reply.Int count
                ? new Reply.Int(count.value() - count.value() / 10)
                : reply;
    }
}
