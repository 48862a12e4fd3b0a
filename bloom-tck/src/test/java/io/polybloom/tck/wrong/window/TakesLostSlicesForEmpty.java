package io.polybloom.tck.wrong.window;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Hands back that the key of a partition is the one that was created, even when it is missing and has no bits. */
@Breaks({Rule.LOST_SLICE_NOTICED, Rule.LATE_CLIENTS_LOSE_NOTHING})
public final class TakesLostSlicesForEmpty extends ChangedTransport {

    public TakesLostSlicesForEmpty(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.BITFIELD && SliceWords.isOfSlice(command) && Words.touchesBits(command)
                ? Words.withInteger(reply, 0, 1)
                : reply;
    }
}
