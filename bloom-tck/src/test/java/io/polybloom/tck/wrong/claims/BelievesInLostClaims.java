package io.polybloom.tck.wrong.claims;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Hands back that the claims are those that were made, even if their key is lost. */
public final class BelievesInLostClaims extends ChangedTransport {

    public BelievesInLostClaims(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.ZLEXCOUNT ? new Reply.Int(1) : reply;
    }
}
