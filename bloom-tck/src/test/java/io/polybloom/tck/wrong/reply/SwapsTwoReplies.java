package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Sends several commands as one pipeline and mixes up the first two answers of equal length. */
@Breaks({Rule.NO_FALSE_NEGATIVE, Rule.BULK_ANSWERS_IN_ORDER, Rule.KNOWN_IS_TRUE})
public final class SwapsTwoReplies extends ChangedTransport {

    public SwapsTwoReplies(Transport<InFlight> right) {
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
            swap(replies.subList(batch.proofs(), replies.size()));
            return replies;
        };
    }

    private static void swap(List<Reply> replies) {
        for (int i = 1; i < replies.size(); i++) {
            if (areAlike(replies.get(0), replies.get(i))) {
                Collections.swap(replies, 0, i);
                return;
            }
        }
    }

    private static boolean areAlike(Reply first, Reply second) {
        if (first instanceof Reply.Bytes one && second instanceof Reply.Bytes other) {
            return one.value().length == other.value().length;
        }
        return first instanceof Reply.Ints one
                && second instanceof Reply.Ints other
                && one.values().length == other.values().length;
    }
}
