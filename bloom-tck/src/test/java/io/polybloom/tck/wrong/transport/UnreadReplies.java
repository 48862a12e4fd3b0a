package io.polybloom.tck.wrong.transport;

import io.polybloom.spi.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The replies on a connection that is used again after one of them was not read. */
final class UnreadReplies {

    /** Then the connection is replaced after all. */
    private static final int BATCHES = 30;

    private @Nullable List<Reply> last;
    private int behind;

    /** Returns what is read in place of the replies to a batch. */
    synchronized List<Reply> next(List<Reply> replies) {
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
