package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Loses a tenth of the bits that it counts. */
@Breaks({
    Rule.STATS_MEASURE,
    Rule.SERVER_OF_A_PARTITION,
    Rule.PARTITIONS_SPREAD,
    Rule.OVERFULL_IS_TOLD,
    Rule.ACCEPTS_ITS_CAPACITY,
    Rule.ACCEPTS_A_SMALL_CAPACITY,
    Rule.LAYERS_ARE_USED_UP,
    Rule.REBUILD_GROWS
})
public final class CountsTooFewBits extends ChangedTransport {

    public CountsTooFewBits(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.BITCOUNT && reply instanceof Reply.Int count
                ? new Reply.Int(count.value() - count.value() / 10)
                : reply;
    }
}
