package io.polybloom.vertx;

import io.polybloom.spi.Reply;
import java.nio.channels.ClosedChannelException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells which batches of a lease were certainly not sent, since the connection was dead when it was lent. A pool can
 * lend such a connection for a moment, after the channel has closed and before the client learns of it.
 *
 * <p>Netty accepts no write on a closed channel. But the client passes the exception of a refused write to every
 * command that waits for its reply, and an earlier one of them may have been sent. So the exception is a proof only if
 * a single command of the lease has it, and if no other lease of the same connection can have one that waits.
 */
final class UnsentBatches {

    /**
     * The method that refuses a write, as named in Netty's exception; other exceptions of this class may occur after
     * the write.
     */
    private static final String REFUSED_AT = "write(Object, ChannelPromise)";

    private final Map<Throwable, Integer> refusedWrites = new IdentityHashMap<>();
    private final boolean mayBeLentTwice;

    /**
     * Creates the verdict on one lease.
     *
     * @param lease the replies of all its batches
     * @param mayBeLentTwice whether there may be another lease of the same connection at the same time
     */
    UnsentBatches(List<List<Reply>> lease, boolean mayBeLentTwice) {
        this.mayBeLentTwice = mayBeLentTwice;
        for (List<Reply> replies : lease) {
            for (Reply reply : replies) {
                if (reply instanceof Reply.Failure failure && isRefusedWrite(failure.cause())) {
                    refusedWrites.merge(failure.cause(), 1, Integer::sum);
                }
            }
        }
    }

    /** Returns whether no command of a batch of this lease has been sent. */
    boolean contains(List<Reply> replies) {
        for (Reply reply : replies) {
            if (!(reply instanceof Reply.Failure failure) || !wasNotSent(failure)) {
                return false;
            }
        }
        return true;
    }

    private boolean wasNotSent(Reply.Failure failure) {
        return failure.serverError() == null
                && (!failure.mayHaveBeenApplied()
                        || (!mayBeLentTwice && refusedWrites.getOrDefault(failure.cause(), 0) == 1));
    }

    static boolean isRefusedWrite(@Nullable Throwable cause) {
        if (!(cause instanceof ClosedChannelException)) {
            return false;
        }
        StackTraceElement[] trace = cause.getStackTrace();
        return trace.length > 0 && trace[0].getMethodName().equals(REFUSED_AT);
    }
}
