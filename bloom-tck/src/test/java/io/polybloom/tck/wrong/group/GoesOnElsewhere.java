package io.polybloom.tck.wrong.group;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.Words;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Sends the rest of a group whose connection has broken on another connection, as a client that reconnects does. */
@Breaks(Rule.WRITES_ARE_SENT_ONCE)
public final class GoesOnElsewhere extends PlainTransport {

    public GoesOnElsewhere(URI address, Duration timeout) {
        super(address, timeout);
    }

    @Override
    public InFlight send(Batch batch) {
        List<Reply> first = super.send(batch).await();
        if (batch.isGroup() && first.stream().anyMatch(Words::isUnanswered)) {
            super.send(new Batch(batch.server(), batch.orderingKey(), rest(batch)));
        }
        return () -> first;
    }

    private static List<Command> rest(Batch batch) {
        return batch.commands().subList(batch.size() / 2, batch.size());
    }
}
