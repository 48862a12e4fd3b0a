package io.polybloom.glide;

import glide.api.models.GlideString;
import glide.api.models.exceptions.ClosingException;
import glide.api.models.exceptions.RequestException;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts what GLIDE answers into replies. GLIDE tells an error of the server, one of the connection and one of its
 * own by the text of an exception, in which the server's first word is replaced or followed by a colon.
 */
final class Replies {

    /** The text of an error whose first word GLIDE knows: the name of its kind, and what followed the word. */
    private static final Pattern KNOWN =
            Pattern.compile("An error was signalled by the server:\\s*- (\\w+)(?:: (.*))?", Pattern.DOTALL);

    /** The first words of the server's errors, by the names of their kinds. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("ResponseError", "ERR"),
            Map.entry("ExecAbortError", "EXECABORT"),
            Map.entry("BusyLoadingError", "LOADING"),
            Map.entry("NoScriptError", "NOSCRIPT"),
            Map.entry("Moved", "MOVED"),
            Map.entry("Ask", "ASK"),
            Map.entry("TryAgain", "TRYAGAIN"),
            Map.entry("ClusterDown", "CLUSTERDOWN"),
            Map.entry("CrossSlot", "CROSSSLOT"),
            Map.entry("MasterDown", "MASTERDOWN"),
            Map.entry("ReadOnly", "READONLY"),
            Map.entry("NotBusy", "NOTBUSY"),
            Map.entry("PermissionDenied", "NOPERM"));

    /** An error of the server within GLIDE's account of a connection that could not be made. */
    private static final Pattern WHILE_CONNECTING = Pattern.compile("\\b([A-Z]{3,}): (.*)", Pattern.DOTALL);

    /** How the message of a client begins that was to connect when it was first used, and could not. */
    private static final String NOT_CONNECTED = "Standalone connect failed";

    /** The same of the client of a cluster, which may say so later, too, when it has sent a command before. */
    private static final String NO_NODE = "Failed to create initial connections";

    /** In place of the server's error if it has rejected a password in RESP2. */
    private static final String WRONG_PASSWORD = "Password authentication failed";

    /** GLIDE asks each server that it was given for its role, and then connects to none. */
    private static final String NO_PRIMARY = "No primary node found";

    /** What stands in place of the rest if an error of the server is one word. */
    private static final String NO_DETAIL = "Unknown extension error encountered";

    /**
     * GLIDE writes its own errors into the place of the server's, too; their codes are names such as
     * {@code FatalReceiveError}.
     */
    private static final Pattern NAME_OF_GLIDE = Pattern.compile(".*[a-z][A-Z].*");

    /** First words of errors that are no answer to MULTI, which writes nothing and has no key. */
    private static final Set<String> NEVER_FOR_MULTI = Set.of(
            "ASK",
            "CLUSTERDOWN",
            "CROSSSLOT",
            "EXECABORT",
            "MISCONF",
            "MOVED",
            "NOREPLICAS",
            "OOM",
            "READONLY",
            "TRYAGAIN");

    private Replies() {}

    /** Returns one reply for each answer to a pipeline, or for each answer to a group. */
    static List<Reply> of(Object @Nullable [] answers) {
        List<Reply> replies = new ArrayList<>();
        for (Object answer : answers == null ? new Object[0] : answers) {
            replies.add(of(answer));
        }
        return replies;
    }

    /** Returns the reply to one command. */
    static Reply of(@Nullable Object answer) {
        return Reply.of(plain(answer));
    }

    private static @Nullable Object plain(@Nullable Object answer) {
        if (answer instanceof GlideString text) {
            return text.getBytes();
        }
        if (answer instanceof Throwable error) {
            return failure(error);
        }
        if (answer instanceof Map<?, ?> map) {
            List<@Nullable Object> flat = new ArrayList<>(2 * map.size());
            map.forEach((field, value) -> {
                flat.add(plain(field));
                flat.add(plain(value));
            });
            return flat;
        }
        if (answer instanceof Object[] elements) {
            List<@Nullable Object> list = new ArrayList<>(elements.length);
            for (Object element : elements) {
                list.add(plain(element));
            }
            return list;
        }
        return answer;
    }

    /** Returns the failure of a command from the exception that GLIDE gives in place of its answer. */
    static Reply.Failure failure(Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof ClosingException && message.startsWith("Client ")) {
            return Reply.Failure.notSent(new ClientClosedException(failure));
        }
        if (message.startsWith(NOT_CONNECTED) || message.startsWith(NO_NODE)) {
            return new Reply.Failure(errorWhileConnecting(message), failure, message.startsWith(NO_NODE));
        }
        String error = failure instanceof RequestException ? serverError(message) : null;
        if (error != null) {
            return Reply.Failure.ofServer(error, failure);
        }
        return message.contains("maximum inflight requests")
                ? Reply.Failure.notSent(failure)
                : Reply.Failure.noAnswer(failure);
    }

    /**
     * Returns the replies to a group that GLIDE has answered with an exception, the first error of its commands. If
     * that may be the answer to MULTI, the server may have executed the commands one by one.
     */
    static List<Reply> ofRefusedGroup(List<Command> commands, Throwable thrown) {
        Reply.Failure failure = failure(thrown);
        String error = failure.serverError();
        boolean isWhole = error == null || isNotForMulti(commands, error);
        return Collections.nCopies(
                commands.size(), isWhole ? failure : new Reply.Failure(error, failure.cause(), true));
    }

    private static boolean isNotForMulti(List<Command> commands, String error) {
        if (NEVER_FOR_MULTI.contains(error.split(" ", 2)[0])) {
            return true;
        }
        String text = error.toLowerCase(Locale.ROOT);
        return !text.contains("multi")
                && commands.stream()
                        .anyMatch(command -> isNamed(command.verb().wireName().toLowerCase(Locale.ROOT), text));
    }

    /** Returns whether a text names a command; one that is a word of English, such as SET, only if it is quoted. */
    private static boolean isNamed(String name, String text) {
        return text.contains("'" + name + "'")
                || (name.length() > 4 && text.matches("(?s).*\\b" + Pattern.quote(name) + "\\b.*"));
    }

    /** Returns the line of the server that has refused a connection, or null if none did. */
    private static @Nullable String errorWhileConnecting(String message) {
        if (message.contains(NO_PRIMARY)) {
            return "READONLY " + NO_PRIMARY;
        }
        if (message.contains(WRONG_PASSWORD)) {
            return "WRONGPASS " + WRONG_PASSWORD;
        }
        Matcher known = KNOWN.matcher(message);
        if (known.find()) {
            return ofKnown(known);
        }
        Matcher other = WHILE_CONNECTING.matcher(message);
        return other.find() ? other.group(1) + " " + other.group(2) : null;
    }

    private static @Nullable String ofKnown(Matcher known) {
        String word = WORDS.get(known.group(1));
        String rest = known.group(2);
        return word == null || rest == null ? word : word + " " + rest;
    }

    /** Returns the line of the server, or null if this is no error of the server. */
    private static @Nullable String serverError(String message) {
        Matcher known = KNOWN.matcher(message);
        if (known.matches()) {
            return ofKnown(known);
        }
        int colon = message.indexOf(": ");
        if (colon < 1) {
            return null;
        }
        String word = message.substring(0, colon);
        if (word.contains(" ") || NAME_OF_GLIDE.matcher(word).matches()) {
            return null;
        }
        String rest = message.substring(colon + 2);
        return rest.equals(NO_DETAIL) ? word : word + " " + rest;
    }
}
