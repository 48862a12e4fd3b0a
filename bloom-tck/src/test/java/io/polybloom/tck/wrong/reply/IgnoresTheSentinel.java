package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Claims that every key is the one that was created. */
public final class IgnoresTheSentinel extends ChangedTransport {

    public IgnoresTheSentinel(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return Words.touchesBits(command) ? Words.withInteger(reply, 0, 1) : reply;
    }
}
