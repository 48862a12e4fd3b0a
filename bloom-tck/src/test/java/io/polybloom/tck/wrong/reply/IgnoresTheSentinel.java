package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Claims that every key is the one that was created. */
@Breaks({
    Rule.CLEARED_FOR_EVERYBODY,
    Rule.DELETED_FOR_EVERYBODY,
    Rule.STALE_CLIENT_FOLLOWS,
    Rule.EXPIRED_IS_GONE,
    Rule.LOST_CONFIG,
    Rule.LOST_LAYER,
    Rule.LOST_PARTITION,
    Rule.KNOWN_FOR_ITS_TIME,
    Rule.BITS_OF_OTHER_SYSTEMS,
    Rule.CLEARED_IS_NOT_REMOVED
})
public final class IgnoresTheSentinel extends ChangedTransport {

    public IgnoresTheSentinel(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return Words.touchesBits(command) ? Words.withInteger(reply, 0, 1) : reply;
    }
}
