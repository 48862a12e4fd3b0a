package io.polybloom.internal.filter;

import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.ExchangedAnswer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;

/**
 * Whether the server lets this client exchange partitions by groups of commands. It is asked once, by a group that does no harm:
 * where MULTI is refused, as to a user without the right to it, the commands behind it are executed one by one. Thread-safe.
 */
public final class GroupPermission {

    private enum State {
        NOT_ASKED,
        GIVEN,
        REFUSED
    }

    private volatile State state = State.NOT_ASKED;

    /**
     * Returns the steps to whether groups may be sent, which has been asked before or is asked now.
     *
     * @param partition one that the groups will be about
     */
    public Step<Boolean> ask(Partition partition) {
        if (state != State.NOT_ASKED) {
            return new Step.Done<>(state == State.GIVEN);
        }
        Batch question = partition.batch(ExchangedAnswer.rehearsal(partition)).asGroup();
        return Step.send(question, replies -> {
            boolean isGiven = true;
            for (Reply reply : replies) {
                isGiven &= !(reply instanceof Reply.Failure) || Answers.isOfAnotherType(reply);
                hear(reply);
            }
            if (isGiven) {
                state = State.GIVEN;
            }
            return new Step.Done<>(isGiven);
        });
    }

    /** Returns whether the server has answered. */
    public boolean isKnown() {
        return state != State.NOT_ASKED;
    }

    /** Takes note of the reply to a group: what a server does not know, or does not allow this user, it will refuse again. */
    public void hear(Reply reply) {
        if (Answers.isLastingRefusal(reply)) {
            state = State.REFUSED;
        }
    }
}
