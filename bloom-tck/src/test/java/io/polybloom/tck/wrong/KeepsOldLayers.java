package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;

/** Does not remove the fields of layers that are no longer there. */
final class KeepsOldLayers extends ChangedTransport {

    KeepsOldLayers(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Command request(Command command) {
        return command.verb() == Verb.HDEL ? Words.of(Verb.HDEL, command.key(), "nothing") : command;
    }
}
