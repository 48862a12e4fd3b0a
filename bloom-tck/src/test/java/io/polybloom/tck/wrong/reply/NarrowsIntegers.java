package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Reads integers as 32 bits. */
@Breaks(Rule.COUNTS_BEYOND_32_BITS)
public final class NarrowsIntegers extends ChangedTransport {

    public NarrowsIntegers(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return reply instanceof Reply.Int number ? new Reply.Int((int) number.value()) : reply;
    }
}
