package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes on with a connection whose last reply was not read: a number of batches get the answers to earlier ones. */
@Breaks({Rule.BULK_TELLS_THE_TRUTH, Rule.WRITES_ARE_SENT_ONCE, Rule.CUT_REPLY_IS_NO_ANSWER})
public final class KeepsUnreadReplies extends ChangedTransport {

    /** Then the connection is replaced after all. */
    private static final int BATCHES = 30;

    private @Nullable List<Reply> last;
    private int behind;

    public KeepsUnreadReplies(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        return () -> next(inFlight.await());
    }

    private synchronized List<Reply> next(List<Reply> replies) {
        if (replies.stream().anyMatch(Reply.Failure.class::isInstance)) {
            behind = replies.stream().anyMatch(Words::isUnanswered) ? BATCHES : behind;
            return replies;
        }
        List<Reply> unread = last;
        last = replies;
        boolean isLate = behind-- > 0 && unread != null && unread.size() == replies.size();
        return isLate ? unread : replies;
    }
}
