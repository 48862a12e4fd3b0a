package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Takes the second integer of a trailer for one bit, the seal, and cuts off the marks of rebuilds. */
@Breaks(Rule.REBUILD_BESIDE_USE)
public final class CutsMarksOff extends ChangedTransport {

    private static final long SEAL = 64;

    public CutsMarksOff(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        boolean hasTrailer = command.verb() == Verb.BITFIELD || command.verb() == Verb.BITFIELD_RO;
        return hasTrailer && reply instanceof Reply.Ints integers && integers.values()[1] > 1
                ? Words.withInteger(reply, 1, integers.values()[1] & SEAL)
                : reply;
    }
}
