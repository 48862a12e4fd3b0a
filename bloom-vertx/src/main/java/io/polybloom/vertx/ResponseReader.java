package io.polybloom.vertx;

import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns what the client answers into replies. */
final class ResponseReader {

    /**
     * A server's error line begins with a code of capital letters. The client hands out some failures of its own as if they were
     * error replies, but with other words: {@code CONNECTION_CLOSED}, {@code ILLEGAL_STATE ...}, {@code Invalid boolean ...}.
     */
    private static final Pattern SERVER_ERROR = Pattern.compile("[A-Z]+( .*)?", Pattern.DOTALL);

    private ResponseReader() {}

    static Reply reply(@Nullable Response response) {
        return Reply.of(plain(response));
    }

    static Reply.Failure failure(Throwable failure) {
        String message = failure.getMessage();
        boolean isErrorReply = failure instanceof Response response && response.type() == ResponseType.ERROR;
        return isErrorReply && message != null && SERVER_ERROR.matcher(message).matches()
                ? Reply.Failure.ofServer(message, failure)
                : Reply.Failure.noAnswer(failure);
    }

    /**
     * The reply to a command for which there was no connection. A closed client says no more than {@link IllegalStateException}, and a closed
     * Vert.x takes no more tasks.
     */
    static Reply.Failure refusal(Throwable refused) {
        for (Throwable next = refused; next != null; next = next.getCause()) {
            boolean isClosed = next.getClass() == IllegalStateException.class && next.getMessage() == null;
            if (isClosed || next instanceof RejectedExecutionException) {
                return Reply.Failure.notSent(new ClientClosedException(refused));
            }
        }
        return Reply.Failure.notSent(refused);
    }

    private static @Nullable Object plain(@Nullable Response response) {
        if (response == null) {
            return null;
        }
        return switch (response.type()) {
            case NUMBER -> response.toLong();
            case BULK -> response.toBytes();
            case SIMPLE -> response.toString();
            case MULTI -> elements(response);
            default -> throw new IllegalArgumentException("no command in use is answered by a " + response.type());
        };
    }

    private static List<@Nullable Object> elements(Response multi) {
        List<@Nullable Object> elements = new ArrayList<>(multi.size());
        if (multi.isMap()) {
            for (Buffer field : multi.getBinaryKeys()) {
                elements.add(field.getBytes());
                elements.add(plain(multi.get(field)));
            }
        } else {
            multi.forEach(element -> elements.add(plain(element)));
        }
        return elements;
    }
}
