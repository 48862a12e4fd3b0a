package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;

/** Reads the bits of a partition, but not that it is sealed. */
final class OverlooksTheSeal extends ChangedTransport {

    OverlooksTheSeal(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.BITFIELD_RO ? Words.withInteger(reply, 1, 0) : reply;
    }
}
