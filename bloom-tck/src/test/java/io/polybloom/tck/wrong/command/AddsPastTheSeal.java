package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Hands on the old bits that a write answers, but not that the partition was sealed. */
@Breaks({Rule.SEAL_IN_THE_REPLY, Rule.STALE_CLIENT_ASKS_ON})
public final class AddsPastTheSeal extends ChangedTransport {

    public AddsPastTheSeal(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return Words.isAdd(command) ? Words.withInteger(reply, 1, 0) : reply;
    }
}
