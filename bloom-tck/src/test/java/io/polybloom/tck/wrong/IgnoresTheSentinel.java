package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;

/** Claims that every key is the one that was created. */
final class IgnoresTheSentinel extends ChangedTransport {

    IgnoresTheSentinel(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Reply reply(Command command, Reply reply) {
        boolean hasTrailer = command.verb() == Verb.BITFIELD || command.verb() == Verb.BITFIELD_RO;
        return hasTrailer ? Words.withInteger(reply, 0, 1) : reply;
    }
}
