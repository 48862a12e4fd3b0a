package io.polybloom.tck.wrong;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;

/** Sends once more what was not answered. */
final class SendsAgain extends ChangedTransport {

    SendsAgain(Transport<InFlight> right) {
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
