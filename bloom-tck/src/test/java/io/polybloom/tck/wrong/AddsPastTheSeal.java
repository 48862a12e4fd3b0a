package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;

/** Hands on the old bits that a write answers, but not that the partition was sealed. */
final class AddsPastTheSeal extends ChangedTransport {

    AddsPastTheSeal(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.BITFIELD ? Words.withInteger(reply, 1, 0) : reply;
    }
}
