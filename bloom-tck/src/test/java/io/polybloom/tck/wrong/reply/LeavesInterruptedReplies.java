package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Leaves the reply unread if its thread was interrupted: the next batch gets it. */
@Breaks(Rule.INTERRUPTED_WAIT)
public final class LeavesInterruptedReplies extends ChangedTransport {

    public LeavesInterruptedReplies(Transport<InFlight> right) {
        super(right);
    }

    private @Nullable List<Reply> unread;

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        return () -> next(inFlight.await());
    }

    private synchronized List<Reply> next(List<Reply> replies) {
        List<Reply> earlier = unread;
        if (Thread.currentThread().isInterrupted()) {
            unread = replies;
            return Collections.nCopies(replies.size(), Reply.Failure.noAnswer(new InterruptedException()));
        }
        unread = null;
        return earlier == null || earlier.size() != replies.size() ? replies : earlier;
    }
}
