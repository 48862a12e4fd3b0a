package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.List;

/** Hands back only the first reply of several look-ups. */
@Breaks({
    Rule.NO_FALSE_NEGATIVE,
    Rule.BULK_ANSWERS_IN_ORDER,
    Rule.RATE_AS_PROMISED,
    Rule.PARTITIONS_SPREAD,
    Rule.CLUSTER_OPERATIONS,
    Rule.CLEARED_FOR_EVERYBODY,
    Rule.LOAD_NOTICES_LOSS,
    Rule.KNOWN_IS_TRUE,
    Rule.SERVERS_OF_OTHER_SYSTEMS
})
public final class DropsReplies extends ChangedTransport {

    public DropsReplies(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        return () -> {
            List<Reply> replies = inFlight.await();
            return isBulkLookUp(batch) ? replies.subList(0, 1) : replies;
        };
    }

    private static boolean isBulkLookUp(Batch batch) {
        int lookUps = 0;
        for (Command command : batch.commands()) {
            boolean readsBits = Words.isLookUp(command) && Words.touchesBits(command);
            lookUps += readsBits || command.verb() == Verb.GETRANGE ? 1 : 0;
        }
        return lookUps > 1;
    }
}
