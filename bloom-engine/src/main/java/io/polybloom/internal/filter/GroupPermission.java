package io.polybloom.internal.filter;

import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.WholeExchange;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Whether the servers let this client exchange partitions by groups of commands. Each server is asked once, with a
 * harmless group: where MULTI is refused, for example because the user lacks the right to it, the commands after it are
 * executed one by one. If the answer does not say for how long groups are refused, it is asked again, after twice as
 * many calls each time. Thread-safe.
 */
public final class GroupPermission {

    private enum State {
        NOT_ASKED,
        GIVEN,
        REFUSED
    }

    /**
     * The limit of the number of calls between two questions, 2 to this power: at most one question more in a thousand
     * calls, and a permission that was granted is noticed after a thousand calls.
     */
    private static final int MOST_DOUBLINGS = 10;

    private final AtomicInteger callsToWait = new AtomicInteger();
    private final AtomicInteger doublings = new AtomicInteger();
    private volatile State state = State.NOT_ASKED;

    /**
     * Returns the steps that determine whether groups may be sent; a server that has not been asked is asked now.
     *
     * @param partitions some that the groups will be about, one on each server
     */
    public Step<Boolean> ask(Stream<Partition> partitions) {
        if (state != State.NOT_ASKED) {
            return Step.done(state == State.GIVEN);
        }
        if (callsToWait.getAndUpdate(calls -> Math.max(0, calls - 1)) > 0) {
            return Step.done(false);
        }
        return ask(partitions.iterator());
    }

    private Step<Boolean> ask(Iterator<Partition> partitions) {
        if (!partitions.hasNext()) {
            state = State.GIVEN;
            return Step.done(true);
        }
        Partition next = partitions.next();
        Batch question = next.batch(WholeExchange.rehearsal(next)).asGroup();
        return Step.send(question, replies -> {
            boolean isGiven = true;
            for (Reply reply : replies) {
                isGiven &= !(reply instanceof Reply.Failure) || Answers.isOfAnotherType(reply);
                hear(reply);
            }
            if (isGiven) {
                return ask(partitions);
            }
            callsToWait.set((1 << Math.min(doublings.getAndIncrement(), MOST_DOUBLINGS)) - 1);
            return Step.done(false);
        });
    }

    /** Returns whether the server has answered. */
    public boolean isKnown() {
        return state != State.NOT_ASKED;
    }

    /** Returns whether the server has refused groups for good. */
    public boolean isRefused() {
        return state == State.REFUSED;
    }

    /**
     * Records the reply to a group: a server will again refuse a command that it does not know, or does not allow this
     * user.
     */
    public void hear(Reply reply) {
        if (Answers.isUnavailable(reply)) {
            state = State.REFUSED;
        }
    }
}
