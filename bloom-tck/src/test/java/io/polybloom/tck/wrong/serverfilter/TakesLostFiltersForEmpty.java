package io.polybloom.tck.wrong.serverfilter;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Overlooks that the server knows no filter of a key. */
@Breaks(Rule.SERVER_FILTER_LOST)
public final class TakesLostFiltersForEmpty extends ChangedTransport {

    public TakesLostFiltersForEmpty(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.BF_INFO && reply.toString().contains("ERR not found")
                ? new Reply.Ints(new long[] {1})
                : reply;
    }
}
