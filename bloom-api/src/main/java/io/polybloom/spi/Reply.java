package io.polybloom.spi;

import io.polybloom.UnsupportedFilterException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reply to one command. An adapter makes most replies with {@link #of}, from the client's own answer, and failures
 * with the three factory methods of {@link Failure}. Arrays are not copied and must not be changed.
 */
public sealed interface Reply {

    /**
     * Returns whether the command may have taken effect: false only for a {@link Failure} of which it is certain that
     * it did not.
     */
    default boolean mayHaveBeenApplied() {
        return true;
    }

    /** An integer, such as the reply to BITCOUNT. */
    record Int(long value) implements Reply {}

    /** A bulk or simple string, such as the reply to HGET. */
    record Bytes(byte[] value) implements Reply {}

    /** Nothing under the key or field; never stands for an error. */
    record Nil() implements Reply {
        private static final Reply INSTANCE = new Nil();
    }

    /** An array of integers, such as the reply to BITFIELD: one for each of its operations. */
    record Ints(long[] values) implements Reply {}

    /** Any other array; a map is flattened to alternating fields and values. */
    record Many(List<Reply> elements) implements Reply {}

    /**
     * No reply, or an error as the reply.
     *
     * @param serverError the server's error line, such as {@code OOM command not allowed ...}, if the server replied
     * @param cause the client's exception, if there is one
     * @param mayHaveBeenApplied false only if it is certain that the command did not take effect: the server refused
     *     it, or it was never sent
     */
    record Failure(@Nullable String serverError, @Nullable Throwable cause, boolean mayHaveBeenApplied)
            implements Reply {

        /**
         * Returns the failure of a command that the server refused, so that it had no effect. Also for an error that
         * the client met while it connected, such as a wrong password, if it shows the server's text in a message of
         * its own; an exception whose message begins with the server's line may be the cause of {@link #notSent}
         * instead. The first word of the line decides about the reason that users see.
         *
         * @param serverError the whole line including its code, without the "-" of the protocol
         * @param cause the client's exception, if it threw one
         */
        public static Failure ofServer(String serverError, @Nullable Throwable cause) {
            return new Failure(serverError, cause, false);
        }

        /**
         * Returns the failure of a command that was certainly not sent, for example because the client had no
         * connection. If in doubt, use {@link #noAnswer}.
         *
         * @param cause the client's exception, if it threw one; or an {@link io.polybloom.UnsupportedFilterException},
         *     which the caller gets as it is, if the adapter does not send this command to this server
         */
        public static Failure notSent(@Nullable Throwable cause) {
            return new Failure(null, cause, false);
        }

        /**
         * Returns the failure of a command that was sent, or may have been, and whose reply did not arrive. If it is a
         * write, it must not be sent again.
         */
        public static Failure noAnswer(@Nullable Throwable cause) {
            return new Failure(null, cause, true);
        }
    }

    /**
     * Returns why commands are not sent by a client that would give up before the server does: then a missing
     * acknowledgement would look like a missing answer. Empty if none of the commands waits that long.
     *
     * @param timeout how long the client waits for a reply; not positive if it waits forever
     */
    static Optional<Failure> outwaiting(Duration timeout, List<Command> commands) {
        long limit = timeout.toMillis();
        for (Command command : commands) {
            long wait = command.millisOfWait();
            if (limit > 0 && wait >= limit) {
                return Optional.of(Failure.notSent(new UnsupportedFilterException("acknowledgedBy would wait " + wait
                        + " ms for replicas, but the client waits only " + limit + " ms for a reply, and then could not"
                        + " tell whether they have acknowledged the write: choose a shorter time, or give the client a"
                        + " longer timeout")));
            }
        }
        return Optional.empty();
    }

    /**
     * Converts the answer of a Java client to a reply: null, a {@link Number}, {@link Boolean} (1 or 0),
     * {@code byte[]}, {@link String} or {@link Reply}, or a {@link List} of these.
     *
     * @throws IllegalArgumentException for any other class
     */
    static Reply of(@Nullable Object answer) {
        if (answer == null) {
            return Nil.INSTANCE;
        }
        if (answer instanceof Reply reply) {
            return reply;
        }
        if (answer instanceof Number number) {
            return new Int(number.longValue());
        }
        if (answer instanceof Boolean flag) {
            return new Int(flag ? 1 : 0);
        }
        if (answer instanceof byte[] bytes) {
            return new Bytes(bytes);
        }
        if (answer instanceof String text) {
            return new Bytes(text.getBytes(StandardCharsets.UTF_8));
        }
        if (answer instanceof List<?> list) {
            return ofList(list);
        }
        throw new IllegalArgumentException(
                "no reply can be made of " + answer.getClass().getName());
    }

    private static Reply ofList(List<?> list) {
        if (list.isEmpty() || !isInteger(list.get(0))) {
            return ofMixedList(list);
        }
        long[] values = new long[list.size()];
        int index = 0;
        for (Object element : list) {
            if (!isInteger(element)) {
                return ofMixedList(list);
            }
            values[index++] =
                    element instanceof Number number ? number.longValue() : Boolean.TRUE.equals(element) ? 1 : 0;
        }
        return new Ints(values);
    }

    /** Accepts booleans as well: a server that speaks RESP3 answers true and false where others answer 1 and 0. */
    private static boolean isInteger(@Nullable Object element) {
        return element instanceof Number || element instanceof Boolean;
    }

    private static Reply ofMixedList(List<?> list) {
        List<Reply> elements = new ArrayList<>(list.size());
        for (Object element : list) {
            elements.add(of(element));
        }
        return new Many(elements);
    }
}
