package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Does not remove the fields of layers that are no longer there. */
@Breaks({
    Rule.CLUSTER_OPERATIONS,
    Rule.DELETED_FOR_EVERYBODY,
    Rule.STALE_CLIENT_FOLLOWS,
    Rule.EXPIRY_IS_LIFTED,
    Rule.LOST_CONFIG,
    Rule.GROWN_IS_CLEARED
})
public final class KeepsOldLayers extends ChangedTransport {

    public KeepsOldLayers(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.HDEL ? Words.of(Verb.HDEL, command.key(), "nothing") : command;
    }
}
