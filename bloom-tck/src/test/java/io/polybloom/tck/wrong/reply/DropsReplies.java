package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.List;

/** Hands back only the first reply of several look-ups. */
public final class DropsReplies extends ChangedTransport {

    public DropsReplies(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        return () -> {
            List<Reply> replies = inFlight.await();
            return batch.isWrite() ? replies : replies.subList(0, 1);
        };
    }
}
