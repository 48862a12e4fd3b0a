package io.polybloom.internal.redis;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilterException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.StrangeValue;
import io.polybloom.internal.redis.RefusalRoom.Refusal;
import io.polybloom.internal.seam.Seams;
import io.polybloom.spi.Causes;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns failed replies into exceptions: the only place that knows the server's error codes. */
final class Failures {

    /** The meaning of a code, in words for people: the problem and the remedy. */
    private record Meaning(Reason reason, String words) {}

    private static final Meaning REDIRECTION = new Meaning(
            Reason.REDIRECTED,
            "the server belongs to a cluster: connect with a cluster client; if it is one, repeat the call");
    private static final Meaning CANNOT_WRITE = new Meaning(
            Reason.READ_ONLY,
            "the server accepts no writes: connect to the primary, or repair its persistence or replication");
    private static final Meaning NO_PRIMARY = new Meaning(
            Reason.READ_ONLY,
            "the server is not a primary, or no longer, and what it has may be out of date: connect to the primary");

    private static final Map<String, Meaning> BY_CODE = Map.ofEntries(
            Map.entry(
                    "LOADING",
                    new Meaning(Reason.LOADING, "the server is still loading its data set: try again later")),
            Map.entry(
                    "OOM",
                    new Meaning(
                            Reason.OUT_OF_MEMORY, "the memory of the server is full: raise maxmemory or remove data")),
            Map.entry("READONLY", CANNOT_WRITE),
            Map.entry("MASTERDOWN", CANNOT_WRITE),
            Map.entry("MISCONF", CANNOT_WRITE),
            Map.entry("NOREPLICAS", CANNOT_WRITE),
            Map.entry("MOVED", REDIRECTION),
            Map.entry("ASK", REDIRECTION),
            Map.entry(
                    "CLUSTERDOWN",
                    new Meaning(Reason.REDIRECTED, "the cluster is not complete: repair it, or try again later")),
            Map.entry("TRYAGAIN", REDIRECTION),
            Map.entry("CROSSSLOT", REDIRECTION),
            Map.entry("NOAUTH", new Meaning(Reason.AUTHENTICATION, "the server requires a password")),
            Map.entry(
                    "WRONGPASS",
                    new Meaning(Reason.AUTHENTICATION, "the server rejected the user name or the password")),
            Map.entry(
                    "NOPERM",
                    new Meaning(
                            Reason.AUTHENTICATION,
                            "the user lacks the right to this command or key: check the user's permissions")));

    private static final List<RefusalRoom> ROOMS = Seams.of(RefusalRoom.class);

    /** Precedes the errors of commands that had to show that the server is a primary, in place of a code. */
    static final String NO_PROOF = "NOPROOF ";

    private static final String PROOFS = "WAIT or UNLINK, one of which shows that the server is a primary";

    /** Errors of a moment or of a key that have no meaning here, so that they are passed on. */
    private static final Set<String> PASSING = Set.of("BUSY", "EXECABORT", "WRONGTYPE");

    /** The arguments, which Redis repeats after the name of a command that it does not know. */
    private static final Pattern ARGUMENTS = Pattern.compile(", with args beginning with:.*", Pattern.DOTALL);

    /** Occurs while a client connects, within the client's own message. */
    private static final String NO_SUCH_DATABASE = "ERR DB index is out of range";

    /**
     * The reply of a server that is not a primary to WAIT, which precedes the reads of a batch or follows its writes.
     */
    private static final Pattern NO_PRIMARY_WAITS = Pattern.compile("ERR WAIT(AOF)? cannot be used with replica");

    /** A class with its package, as exceptions put it before the message of their cause. */
    private static final Pattern CLASS_NAME = Pattern.compile("\\b(?:[a-z]\\w*\\.)+[A-Z][\\w$]*:?\\s*");

    /** The most characters of what a client says of a lost reply; some list their connections and all arguments. */
    private static final int LONGEST_OF_A_REPLY = 200;

    /** The same of a connection that could not be made: there a client may name each address with its reason. */
    private static final int LONGEST_OF_A_CONNECTION = 400;

    /** Follows a text that was shortened. */
    private static final String MORE = " ...";

    private Failures() {}

    static BloomFilterException classify(Reply.Failure failure, Command command) {
        Throwable cause = failure.cause();
        if (cause instanceof UnsupportedFilterException unsupported) {
            return unsupported;
        }
        String error = failure.serverError() != null ? failure.serverError() : knownErrorIn(cause);
        if (error == null) {
            return ofClient(failure, command, cause);
        }
        if (error.startsWith(NO_PROOF)) {
            String refusals = error.substring(NO_PROOF.length());
            Meaning meaning = refusals.contains("NOPERM ")
                    ? new Meaning(
                            Reason.AUTHENTICATION, "the user may not send " + PROOFS + ": check the user's permissions")
                    : new Meaning(Reason.SERVER_ERROR, "the server refuses " + PROOFS + ": allow one of them");
            return ofServer(meaning, failure, refusals, command);
        }
        if (code(error).equals("WRONGTYPE")) {
            return StrangeValue.complaint(
                    null,
                    "the key holds a value of another type, which Polybloom did not write: remove the key by hand if"
                            + " nothing else uses it, or choose another name for the filter; the server said: "
                            + error
                            + said(command),
                    cause);
        }
        Refusal refusal = new Refusal(command, code(error), error, error + said(command), cause);
        return Seams.first(ROOMS, room -> room.complaint(refusal)).orElseGet(() -> {
            Meaning known = NO_PRIMARY_WAITS.matcher(error).lookingAt() ? NO_PRIMARY : BY_CODE.get(code(error));
            return ofServer(known == null ? refusalOf(command) : known, failure, error, command);
        });
    }

    private static BackendException ofServer(Meaning meaning, Reply.Failure failure, String error, Command command) {
        String said = ARGUMENTS.matcher(error).replaceFirst("");
        return new BackendException(
                meaning.reason(),
                failure.mayHaveBeenApplied() && command.isWrite(),
                meaning.words() + "; the server said: " + said + said(command),
                failure.cause());
    }

    private static Meaning refusalOf(Command command) {
        String name = command.verb().wireName();
        return new Meaning(
                Reason.SERVER_ERROR,
                "the server refused " + name + ", which this call needs: allow it on the server or in its proxy, or see"
                        + " Hosts in docs/clients.md for what works without it");
    }

    private static BackendException ofClient(Reply.Failure failure, Command command, @Nullable Throwable cause) {
        Optional<Reason> known = reasonOf(cause);
        if (failure.mayHaveBeenApplied()) {
            String what = command.isWrite()
                    ? "the server did not confirm a write, which may have been applied and is not sent again: "
                    : "the server did not answer; check the server and repeat the call: ";
            return new BackendException(
                    known.orElse(Reason.NO_ANSWER),
                    command.isWrite(),
                    what + words(cause, LONGEST_OF_A_REPLY) + said(command),
                    cause);
        }
        return new BackendException(
                known.orElse(Reason.UNREACHABLE),
                false,
                (known.isPresent() ? "nothing was sent: " : "no connection to the server: ")
                        + words(cause, LONGEST_OF_A_CONNECTION)
                        + (known.isEmpty() && saysThatNobodyAnswers(cause)
                                ? "; check that the server is running and that its address is right"
                                : "")
                        + said(command),
                cause);
    }

    /** Puts the command at the end: it shows a developer where the failure happened. */
    private static String said(Command command) {
        return " (" + command.verb().wireName() + " " + new String(command.key(), StandardCharsets.UTF_8) + ")";
    }

    /** Returns the reason for a failure that its cause names. */
    private static Optional<Reason> reasonOf(@Nullable Throwable thrown) {
        for (Throwable next : Causes.of(thrown)) {
            if (next instanceof InterruptedException || isClosedByInterrupt(next)) {
                return Optional.of(Reason.INTERRUPTED);
            }
            if (next instanceof ClientClosedException) {
                return Optional.of(Reason.CLIENT_CLOSED);
            }
            if (next instanceof NotAcknowledgedException) {
                return Optional.of(Reason.NOT_ACKNOWLEDGED);
            }
        }
        return Optional.empty();
    }

    /** Returns whether a socket was closed since a virtual thread that used it was interrupted. */
    private static boolean isClosedByInterrupt(Throwable thrown) {
        return thrown instanceof SocketException && "Closed by interrupt".equals(thrown.getMessage());
    }

    /**
     * Clients wrap the server's messages while they connect; the innermost message that begins with a known code
     * counts.
     */
    private static @Nullable String knownErrorIn(@Nullable Throwable thrown) {
        String found = null;
        for (Throwable next : Causes.of(thrown)) {
            String message = next.getMessage();
            if (message != null
                    && (BY_CODE.containsKey(code(message))
                            || code(message).equals("WRONGTYPE")
                            || message.startsWith(NO_SUCH_DATABASE))) {
                found = message;
            }
        }
        return found;
    }

    /**
     * Returns the messages of an exception and its causes, the outermost first: without the names of classes, nothing
     * twice, and no more of each, and of all, than fits into a line of a log. The cause has the rest.
     */
    private static String words(@Nullable Throwable thrown, int longest) {
        StringBuilder words = new StringBuilder();
        for (Throwable next : Causes.withSuppressed(thrown)) {
            String message = shortened(message(next), longest * 3 / 4);
            if (!message.isEmpty() && words.indexOf(message) < 0) {
                words.append(words.isEmpty() ? "" : ": ").append(message);
            }
        }
        return words.isEmpty() ? "the client gave no reason" : shortened(words.toString(), longest);
    }

    /** Ends a text after a word, if it is too long. */
    private static String shortened(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = text.lastIndexOf(' ', longest - MORE.length());
        return text.substring(0, end < longest / 2 ? longest - MORE.length() : end) + MORE;
    }

    /** Returns whether no server answers at the address, or the host is unknown. */
    private static boolean saysThatNobodyAnswers(@Nullable Throwable thrown) {
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

    /**
     * Returns the failure of reads without a proof; the errors of the commands that were to give it are in the error.
     */
    static Reply.Failure unproven(List<Reply.Failure> refusals) {
        String errors = refusals.stream()
                .map(refusal ->
                        ARGUMENTS.matcher(String.valueOf(refusal.serverError())).replaceFirst(""))
                .collect(Collectors.joining("; "));
        return Reply.Failure.ofServer(NO_PROOF + errors, null);
    }

    /** Returns whether an error says that the server does not execute the command for this user at any time. */
    static boolean isUnavailable(String error) {
        String code = code(error);
        boolean isOfThisMoment = PASSING.contains(code) || (BY_CODE.containsKey(code) && !code.equals("NOPERM"));
        return !isOfThisMoment && !NO_PRIMARY_WAITS.matcher(error).lookingAt();
    }

    static String code(String error) {
        int end = error.indexOf(' ');
        return end < 0 ? error : error.substring(0, end);
    }
}
