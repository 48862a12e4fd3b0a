package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.io.IOException;

/** Says of a client that was closed that there is no connection. */
@Breaks(Rule.CLOSED_CLIENT)
public final class LooksForTheServer extends ChangedTransport {

    public LooksForTheServer(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return reply instanceof Reply.Failure failure && failure.cause() instanceof ClientClosedException
                ? Reply.Failure.notSent(new IOException("no connection"))
                : reply;
    }
}
