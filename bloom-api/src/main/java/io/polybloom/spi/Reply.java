package io.polybloom.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to one command. Arrays are handed out as they are; nobody may change them. */
public sealed interface Reply {

    /** An integer. */
    record Int(long value) implements Reply {}

    /** A bulk or simple string. */
    record Bytes(byte[] value) implements Reply {}

    /** Nothing under the key or field. */
    record Nil() implements Reply {}

    /** An array of integers. */
    record Ints(long[] values) implements Reply {}

    /** Any other array; a map is flattened to its fields and values in turn. */
    record Many(List<Reply> elements) implements Reply {}

    /**
     * No answer, or an error as the answer.
     *
     * @param serverError the server's error line, such as {@code OOM command not allowed ...}, if the server answered
     * @param cause the client's exception, if there is one
     * @param mayHaveBeenApplied false only if it is certain that the command did not take effect: the server refused it, or it
     *     was never sent
     */
    record Failure(@Nullable String serverError, @Nullable Throwable cause, boolean mayHaveBeenApplied)
            implements Reply {

        /** The server answered with an error, so the command had no effect. */
        public static Failure ofServer(String serverError, @Nullable Throwable cause) {
            return new Failure(serverError, cause, false);
        }

        /** The command was certainly not sent, for example because no connection could be had. */
        public static Failure notSent(Throwable cause) {
            return new Failure(null, cause, false);
        }

        /** The command was sent, or may have been, and its answer did not arrive. */
        public static Failure noAnswer(Throwable cause) {
            return new Failure(null, cause, true);
        }
    }

    /**
     * Turns what most Java clients answer into a reply: null, {@link Number}, {@code byte[]}, {@link String},
     * {@link List} of these.
     *
     * @throws IllegalArgumentException for any other class
     */
    static Reply of(@Nullable Object answer) {
        return Replies.of(answer);
    }
}
