package io.polybloom.tck.wrong.serverfilter;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Takes an element that a full filter of the server has refused for one that is present. */
@Breaks(Rule.SERVER_FILTER_REFUSES)
public final class TakesFullForPresent extends ChangedTransport {

    public TakesFullForPresent(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.BF_INSERT && reply.toString().contains("filter is full")
                ? new Reply.Ints(new long[command.arguments().length - 2])
                : reply;
    }
}
