package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Does not remove the fields of layers that are no longer there. */
public final class KeepsOldLayers extends ChangedTransport {

    public KeepsOldLayers(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.HDEL ? Words.of(Verb.HDEL, command.key(), "nothing") : command;
    }
}
