package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.List;

/** Sends a batch again that was not answered. */
@Breaks({
    Rule.WRITES_ARE_SENT_ONCE,
    Rule.CUT_REPLY_IS_NO_ANSWER,
    Rule.COUNTED_ONCE,
    Rule.COUNTER_TELLS_ERRORS,
    Rule.SERVER_FILTER_IN_DOUBT
})
public final class SendsAgain extends ChangedTransport {

    public SendsAgain(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        InFlight first = super.send(batch);
        return () -> {
            List<Reply> replies = first.await();
            return replies.stream().anyMatch(Words::isUnanswered)
                    ? super.send(batch).await()
                    : replies;
        };
    }
}
