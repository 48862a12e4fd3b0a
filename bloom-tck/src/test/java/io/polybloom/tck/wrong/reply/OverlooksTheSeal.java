package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Reads the bits of a partition, but not that it is sealed. */
public final class OverlooksTheSeal extends ChangedTransport {

    public OverlooksTheSeal(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return Words.isLookUp(command) ? Words.withInteger(reply, 1, 0) : reply;
    }
}
