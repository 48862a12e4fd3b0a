package io.polybloom.internal.redis;

import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Locale;

/**
 * The replies of servers to the commands for their own filters. RedisBloom and Valkey use the same words: {@code ERR
 * not found}, {@code ERR item exists} and {@code ERR non scaling filter is full}. Other servers may use a few more
 * words.
 */
public final class ModuleReplies {

    private static final String NO_SUCH_FILTER = "not found";
    private static final String EXISTS = "exists";
    private static final String FULL = "filter is full";
    private static final String UNKNOWN_COMMAND = "err unknown command";

    private ModuleReplies() {}

    /** Returns whether there is no filter under the key. */
    public static boolean saysNoSuchFilter(Reply reply) {
        return hasError(reply, NO_SUCH_FILTER);
    }

    /** Returns whether a filter could not be made since the key exists. */
    static boolean saysItExists(Reply reply) {
        return hasError(reply, EXISTS);
    }

    /** Returns whether an element was refused since the filter is full and must not grow. */
    static boolean saysFull(Reply reply) {
        return hasError(reply, FULL);
    }

    /** Returns whether the server has no such command. */
    static boolean isUnknown(Verb verb, String error) {
        return verb.isOfModule() && error.toLowerCase(Locale.ROOT).startsWith(UNKNOWN_COMMAND);
    }

    private static boolean hasError(Reply reply, String error) {
        return reply instanceof Reply.Failure failure
                && failure.serverError() != null
                && failure.serverError().startsWith("ERR ")
                && failure.serverError().endsWith(error);
    }
}
