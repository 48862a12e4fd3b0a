package io.polybloom.internal.redis;

import io.polybloom.spi.Causes;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The texts of a client's exceptions, for people: without the names of classes, and nothing twice. */
final class ClientWords {

    /** A class with its package, as exceptions put it before the message of their cause. */
    private static final Pattern CLASS_NAME = Pattern.compile("\\b(?:[a-z]\\w*\\.)+[A-Z][\\w$]*:?\\s*");

    private ClientWords() {}

    /** Returns the messages of an exception and its causes, the outermost first. */
    static String of(@Nullable Throwable thrown) {
        StringBuilder words = new StringBuilder();
        for (Throwable next : Causes.withSuppressed(thrown)) {
            String message = message(next);
            if (!message.isEmpty() && words.indexOf(message) < 0) {
                words.append(words.isEmpty() ? "" : ": ").append(message);
            }
        }
        return words.isEmpty() ? "the client gave no reason" : words.toString();
    }

    /** Returns whether no server answers at the address, or the host is unknown. */
    static boolean sayThatNobodyAnswers(@Nullable Throwable thrown) {
        return Causes.withSuppressed(thrown).stream()
                .anyMatch(next -> next instanceof ConnectException
                        || next instanceof UnknownHostException
                        || next instanceof NoRouteToHostException);
    }

    private static String message(Throwable thrown) {
        if (thrown.getMessage() == null) {
            return thrown instanceof TimeoutException ? "no answer in time" : "";
        }
        String message =
                CLASS_NAME.matcher(thrown.getMessage()).replaceAll("").strip().replaceFirst("\\.$", "");
        return thrown instanceof UnknownHostException ? "unknown host " + message : message;
    }
}
