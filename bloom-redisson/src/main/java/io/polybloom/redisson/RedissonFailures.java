package io.polybloom.redisson;

import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Reply;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.redisson.RedissonShutdownException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.WriteRedisConnectionException;

/** Derives the outcome of a failed command from Redisson's exceptions. */
final class RedissonFailures {

    /** Redisson appends the channel and the command to the server's error line. */
    private static final String AFTER_ERROR_LINE = ". channel: ";

    /** Redisson's own messages when it gets no connection, and when a node keeps redirecting to itself. */
    private static final Pattern NOT_EXECUTED = Pattern.compile("Unexpected exception while|MOVED redirection loop");

    /**
     * The reply to EXEC if Redis has refused an earlier command of the group, or refuses all of them because of their
     * slot. No command that is executed is answered with one of these.
     */
    private static final Pattern NONE_EXECUTED =
            Pattern.compile("(EXECABORT|TRYAGAIN|MOVED|ASK|CROSSSLOT|CLUSTERDOWN) ");

    private RedissonFailures() {}

    /**
     * Returns the replies to a group. Redisson gives one error for all commands: that of EXEC, or that of a command
     * that was executed. Only the former proves that no command was executed.
     */
    static List<Reply> ofGroup(List<Reply> replies) {
        return replies.stream().map(RedissonFailures::ofGroup).toList();
    }

    private static Reply ofGroup(Reply reply) {
        return reply instanceof Reply.Failure failure
                        && failure.serverError() != null
                        && !NONE_EXECUTED.matcher(failure.serverError()).lookingAt()
                ? new Reply.Failure(failure.serverError(), failure.cause(), true)
                : reply;
    }

    /**
     * Returns the failure. A write that failed half-way counts as sent, though the server may have got too little of it
     * to execute it.
     */
    static Reply of(Throwable thrown) {
        Throwable failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        if (failure instanceof RedisResponseTimeoutException || failure instanceof WriteRedisConnectionException) {
            return Reply.Failure.noAnswer(failure);
        }
        if (failure instanceof RedissonShutdownException) {
            return Reply.Failure.noAnswer(new ClientClosedException(failure));
        }
        String message = failure instanceof RedisException ? String.valueOf(failure.getMessage()) : "";
        if (failure instanceof RedisTimeoutException
                || failure instanceof RedisConnectionException
                || failure instanceof RedisNodeNotFoundException
                || NOT_EXECUTED.matcher(message).lookingAt()) {
            return Reply.Failure.notSent(failure);
        }
        int end = message.indexOf(AFTER_ERROR_LINE);
        if (end < 0) {
            return Reply.Failure.noAnswer(failure);
        }
        String cutCode = failure instanceof RedisOutOfMemoryException ? "OOM " : "";
        return Reply.Failure.ofServer(cutCode + message.substring(0, end), failure);
    }
}
