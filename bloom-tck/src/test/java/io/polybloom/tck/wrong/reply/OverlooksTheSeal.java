package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Reads the bits of a partition, but not that it is sealed. */
@Breaks({
    Rule.FULL_IS_READ_ONLY,
    Rule.LAYERS_OF_THE_FORMAT,
    Rule.GROWS_WITHIN_ITS_RATE,
    Rule.LAYERS_ARE_USED_UP,
    Rule.GROWTH_IS_RESUMED,
    Rule.LOST_LAYER,
    Rule.LAYERS_IN_ONE_ROUND_TRIP,
    Rule.BITS_OF_OTHER_SYSTEMS,
    Rule.PARAMETERS_OF_OTHER_SYSTEMS,
    Rule.SERVERS_OF_OTHER_SYSTEMS
})
public final class OverlooksTheSeal extends ChangedTransport {

    public OverlooksTheSeal(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return Words.isLookUp(command) ? Words.withInteger(reply, 1, 0) : reply;
    }
}
