package io.polybloom.tck.wrong.group;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.Words;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Sends a group again whose connection has broken. */
@Breaks(Rule.WRITES_ARE_SENT_ONCE)
public final class ExecutesAgain extends PlainTransport {

    public ExecutesAgain(URI address, Duration timeout) {
        super(address, timeout);
    }

    @Override
    public InFlight send(Batch batch) {
        List<Reply> first = super.send(batch).await();
        boolean isBroken = batch.isGroup() && first.stream().anyMatch(Words::isUnanswered);
        return isBroken ? super.send(batch) : () -> first;
    }
}
