package io.polybloom.vertx;

import io.polybloom.spi.Causes;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts the client's responses to replies. */
final class ResponseReader {

    /** A server's error line begins with a code of capital letters. */
    private static final Pattern WITH_CODE = Pattern.compile("[A-Z]+( .*)?", Pattern.DOTALL);

    /** The failures of its own that the client reports as if they were error replies. */
    private static final Pattern OF_CLIENT =
            Pattern.compile("CONNECTION_CLOSED|ILLEGAL_STATE|Invalid boolean|Connection is closed");

    /** The messages of a client that is being closed, if it gives one. */
    private static final Set<String> CLOSED_CLIENT =
            Set.of("Client is closed", "Resource manager shutdown", "Resource manager closed");

    /**
     * The message of a client of several servers that has reached none of them. It has a line for each, which ends with
     * the exception or only with its message, which is not empty if the server is the reason.
     */
    private static final Pattern CLOSED_FOR_ALL = Pattern.compile(
            ".*(\n- (.*: )?(null|java\\.lang\\.IllegalStateException|" + String.join("|", CLOSED_CLIENT) + "))+");

    /** A line of the client about the error of one of the commands that were sent at once. */
    private static final Pattern PLACED_ERROR = Pattern.compile("^ERR \\[([0-9]{1,6})] (.*)$", Pattern.MULTILINE);

    /**
     * The words with which a line of the server may begin when the client has removed the code ERR from it, as it does
     * from those that it places. None of them is a code itself.
     */
    private static final Pattern WITHOUT_CODE = Pattern.compile(Arrays.stream(Verb.values())
            .map(verb -> Pattern.quote(verb.wireName()))
            .collect(Collectors.joining("|", "(unknown command|", ") .*")));

    /** The message with which a connection that knows that it is dead refuses a command before it writes anything. */
    private static final String DEAD_CONNECTION = "Connection is closed";

    /**
     * The message with which the client refuses a command with too few or too many arguments before it writes anything.
     */
    private static final Pattern REFUSED_COMMAND =
            Pattern.compile("(Redis c|C)ommand is not valid, check .*", Pattern.DOTALL);

    private static final boolean SHOWS_BYTES_OF_FIELDS = showsBytesOfFields();

    private ResponseReader() {}

    static Reply reply(@Nullable Response response) {
        return Reply.of(plain(response));
    }

    /** Returns the reply to a command that failed after there was a connection for it. */
    static Reply.Failure failure(Throwable failure) {
        if (failure instanceof RejectedExecutionException) {
            return refusal(failure);
        }
        String message = failure.getMessage();
        boolean isErrorReply = isError(failure);
        if (isErrorReply && message != null) {
            return errorReply(message, failure);
        }
        return !isErrorReply && isRefusal(message) ? Reply.Failure.notSent(failure) : Reply.Failure.noAnswer(failure);
    }

    /**
     * Returns the failure that an error line reports. A line without a code is that of a proxy, for a command that it
     * does not serve; it tells the reason, but proves nothing, since it could be a text of the client that is new here.
     */
    private static Reply.Failure errorReply(String line, Throwable failure) {
        if (WITH_CODE.matcher(line).matches()) {
            return Reply.Failure.ofServer(line, failure);
        }
        return OF_CLIENT.matcher(line).lookingAt()
                ? Reply.Failure.noAnswer(failure)
                : new Reply.Failure(line, failure, true);
    }

    private static boolean isRefusal(@Nullable String message) {
        return message != null
                && (message.equals(DEAD_CONNECTION)
                        || REFUSED_COMMAND.matcher(message).matches());
    }

    /**
     * Returns the replies to MULTI, the commands and EXEC of a group that the client has sent at once. The client
     * returns one failure, which lists the errors, the server's and its own, with their positions. All other replies
     * are lost, and are nil here.
     */
    static List<Reply> repliesOfGroup(Throwable failure, int size) {
        if (UnsentBatches.isRefusedWrite(failure)) {
            return Collections.nCopies(size, Reply.Failure.notSent(failure));
        }
        List<Reply> replies = new ArrayList<>(Collections.nCopies(size, new Reply.Nil()));
        boolean isAnswered = false;
        Matcher error = PLACED_ERROR.matcher(String.valueOf(failure.getMessage()));
        while (failure instanceof Response && error.find() && Integer.parseInt(error.group(1)) < size) {
            String line = (WITHOUT_CODE.matcher(error.group(2)).matches() ? "ERR " : "") + error.group(2);
            boolean isOfServer = WITH_CODE.matcher(line).matches();
            replies.set(
                    Integer.parseInt(error.group(1)),
                    isOfServer ? Reply.Failure.ofServer(line, failure) : Reply.Failure.noAnswer(failure));
            isAnswered = true;
        }
        return isAnswered ? replies : Collections.nCopies(size, failure(failure));
    }

    /**
     * Returns the reply to a command for which there was no connection. A closed client throws an
     * {@link IllegalStateException}, mostly without a message, and a closed Vert.x accepts no more tasks.
     */
    static Reply.Failure refusal(Throwable refused) {
        for (Throwable next : Causes.of(refused)) {
            if (saysThatClientIsClosed(next) || next instanceof RejectedExecutionException) {
                return Reply.Failure.notSent(new ClientClosedException(refused));
            }
        }
        return Reply.Failure.notSent(refused);
    }

    private static boolean saysThatClientIsClosed(Throwable thrown) {
        String message = thrown.getMessage();
        return thrown instanceof ConnectException && message != null
                ? CLOSED_FOR_ALL.matcher(message).matches()
                : thrown.getClass() == IllegalStateException.class
                        && (message == null || CLOSED_CLIENT.contains(message));
    }

    private static @Nullable Object plain(@Nullable Response response) {
        if (response == null) {
            return null;
        }
        return switch (response.type()) {
            case NUMBER -> response.toLong();
            case BOOLEAN -> response.toBoolean();
            case BULK -> response.toBytes();
            case SIMPLE -> response.toString();
            case MULTI -> elements(response);
            default -> throw new IllegalArgumentException("no command in use is answered by a " + response.type());
        };
    }

    private static List<@Nullable Object> elements(Response multi) {
        if (multi.isMap()) {
            return hasFieldsOfBytes(multi) ? fieldsAndValues(multi) : fieldsOfTextAndValues(multi);
        }
        List<@Nullable Object> elements = new ArrayList<>(multi.size());
        multi.forEach(element -> elements.add(isError(element) ? failure((Throwable) element) : plain(element)));
        return elements;
    }

    /**
     * Returns whether the client gives the fields of a map as bytes. It does not before 5.1, nor if the fields are
     * simple strings, as in the reply of RedisBloom to {@code BF.INFO}.
     */
    private static boolean hasFieldsOfBytes(Response map) {
        if (!SHOWS_BYTES_OF_FIELDS) {
            return false;
        }
        try {
            map.getBinaryKeys();
            return true;
        } catch (UnsupportedOperationException simpleStrings) {
            return false;
        }
    }

    private static List<@Nullable Object> fieldsAndValues(Response map) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (Buffer field : map.getBinaryKeys()) {
            elements.add(field.getBytes());
            elements.add(plain(map.get(field)));
        }
        return elements;
    }

    /** Reads every field as text, as all fields of a filter are. */
    private static List<@Nullable Object> fieldsOfTextAndValues(Response map) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (String field : map.getKeys()) {
            elements.add(field.getBytes(StandardCharsets.UTF_8));
            elements.add(plain(map.get(field)));
        }
        return elements;
    }

    /** Returns whether an answer is an error; among the replies to a group, it is both a response and an exception. */
    private static boolean isError(@Nullable Object answer) {
        return answer instanceof Throwable
                && answer instanceof Response response
                && response.type() == ResponseType.ERROR;
    }

    private static boolean showsBytesOfFields() {
        try {
            Response.class.getMethod("getBinaryKeys");
            return true;
        } catch (NoSuchMethodException before51) {
            return false;
        }
    }
}
