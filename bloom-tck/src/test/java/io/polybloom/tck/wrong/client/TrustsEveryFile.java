package io.polybloom.tck.wrong.client;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Takes every write for persisted, also on a server that has no append-only file. */
@Breaks(Rule.PERSISTED_IS_ON_DISK)
public final class TrustsEveryFile extends ChangedTransport {

    public TrustsEveryFile(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.WAITAOF ? new Reply.Ints(new long[] {1, 1}) : reply;
    }
}
