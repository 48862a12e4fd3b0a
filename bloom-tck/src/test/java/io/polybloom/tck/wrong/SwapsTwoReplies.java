package io.polybloom.tck.wrong;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Sends several commands as one pipeline and mixes up the first two answers of equal length. */
final class SwapsTwoReplies extends ChangedTransport {

    SwapsTwoReplies(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public boolean joinsSlots() {
        return true;
    }

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        return () -> {
            List<Reply> replies = new ArrayList<>(inFlight.await());
            if (replies.size() > 1
                    && replies.get(0) instanceof Reply.Ints first
                    && replies.get(1) instanceof Reply.Ints second
                    && first.values().length == second.values().length) {
                Collections.swap(replies, 0, 1);
            }
            return replies;
        };
    }
}
