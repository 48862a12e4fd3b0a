package io.polybloom.tck.wrong.group;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Hands back the replies of a group from the last to the first. */
@Breaks(Rule.GROUPS_ANSWER_IN_TURN)
public final class TurnsTheRepliesAround extends PlainTransport {

    public TurnsTheRepliesAround(URI address, Duration timeout) {
        super(address, timeout);
    }

    @Override
    List<Reply> replies(Batch batch, List<Reply> sent) {
        List<Reply> replies = new ArrayList<>(super.replies(batch, sent));
        if (batch.isGroup()) {
            Collections.reverse(replies);
        }
        return replies;
    }
}
