package io.polybloom.internal.redis;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilterException;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.NotAcknowledgedException;
import io.polybloom.spi.Reply;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns failed replies into exceptions: the only place that knows the server's error codes. */
final class Failures {

    private record Meaning(Reason reason, String advice) {}

    private static final Meaning PERMISSION =
            new Meaning(Reason.AUTHENTICATION, "check the user name, the password and the user's permissions");
    private static final Meaning REDIRECTION = new Meaning(
            Reason.REDIRECTED,
            "the server belongs to a cluster: connect with a cluster client, or repeat the call if it is one");
    private static final Meaning CANNOT_WRITE =
            new Meaning(Reason.READ_ONLY, "connect to the primary, or restore its ability to write");
    private static final Meaning OTHER = new Meaning(Reason.SERVER_ERROR, "the message is the server's");

    private static final Map<String, Meaning> BY_CODE = Map.ofEntries(
            Map.entry(
                    "LOADING",
                    new Meaning(Reason.LOADING, "the server is still loading its data set: try again later")),
            Map.entry("OOM", new Meaning(Reason.OUT_OF_MEMORY, "raise the server's maxmemory or remove data")),
            Map.entry("READONLY", CANNOT_WRITE),
            Map.entry("MASTERDOWN", CANNOT_WRITE),
            Map.entry("MISCONF", CANNOT_WRITE),
            Map.entry("NOREPLICAS", CANNOT_WRITE),
            Map.entry("MOVED", REDIRECTION),
            Map.entry("ASK", REDIRECTION),
            Map.entry(
                    "CLUSTERDOWN",
                    new Meaning(Reason.REDIRECTED, "the cluster is not complete: repair it or try again later")),
            Map.entry("TRYAGAIN", REDIRECTION),
            Map.entry("CROSSSLOT", REDIRECTION),
            Map.entry("NOAUTH", PERMISSION),
            Map.entry("WRONGPASS", PERMISSION),
            Map.entry("NOPERM", PERMISSION));

    private Failures() {}

    static BloomFilterException classify(Reply.Failure failure, Command command) {
        Throwable cause = failure.cause();
        String error = failure.serverError() != null ? failure.serverError() : knownErrorIn(cause);
        if (error == null) {
            return ofClient(failure, command, cause);
        }
        if (code(error).equals("WRONGTYPE")) {
            return new ForeignDataException(
                    null,
                    command
                            + " found a value of another type, which Polybloom did not write: remove the key by hand if nothing else"
                            + " uses it, or choose another name for the filter (" + error + ")",
                    cause);
        }
        if (ModuleReplies.isUnknown(command.verb(), error)) {
            return new UnsupportedFilterException(
                    "the server has no command " + command.verb().wireName()
                            + ", which the filter needs: load the module RedisBloom or Valkey's Bloom module, take Redis 8, or"
                            + " use a layout whose bits are strings, such as " + Layouts.CLASSIC + " (" + error + ")");
        }
        if (command.verb().isOfModule() && code(error).equals("NOPERM")) {
            return new BackendException(
                    Reason.AUTHENTICATION,
                    false,
                    command + " was refused by the server: " + error + "; the filter needs the user's right to "
                            + "BF.RESERVE, BF.INSERT, BF.MEXISTS and BF.INFO, or a layout whose bits are strings, such"
                            + " as " + Layouts.CLASSIC,
                    cause);
        }
        Meaning meaning = BY_CODE.getOrDefault(code(error), OTHER);
        return new BackendException(
                meaning.reason(),
                failure.mayHaveBeenApplied() && command.isWrite(),
                command + " was refused by the server: " + error + "; " + meaning.advice(),
                cause);
    }

    private static BackendException ofClient(Reply.Failure failure, Command command, @Nullable Throwable cause) {
        Optional<Reason> known = reasonOf(cause);
        if (failure.mayHaveBeenApplied()) {
            String what = command.isWrite()
                    ? " was not confirmed and may have been applied; it is not sent again: "
                    : " was not answered; check the server and repeat the call: ";
            return new BackendException(
                    known.orElse(Reason.NO_ANSWER), command.isWrite(), command + what + words(cause), cause);
        }
        String what = known.isPresent()
                ? " was not sent: "
                : " could not be sent; check that the server runs and that its address is right: ";
        return new BackendException(known.orElse(Reason.UNREACHABLE), false, command + what + words(cause), cause);
    }

    /** Returns the reason of a failure that its cause names. */
    private static Optional<Reason> reasonOf(@Nullable Throwable thrown) {
        for (Throwable next = thrown; next != null; next = next.getCause()) {
            if (next instanceof InterruptedException) {
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

    /**
     * Clients wrap what the server says while they connect; the innermost message that begins with a known code counts.
     */
    private static @Nullable String knownErrorIn(@Nullable Throwable thrown) {
        String found = null;
        for (Throwable next = thrown; next != null; next = next.getCause()) {
            String message = next.getMessage();
            if (message != null
                    && (BY_CODE.containsKey(code(message)) || code(message).equals("WRONGTYPE"))) {
                found = message;
            }
        }
        return found;
    }

    static String code(String error) {
        int end = error.indexOf(' ');
        return end < 0 ? error : error.substring(0, end);
    }

    private static String words(@Nullable Throwable thrown) {
        StringBuilder words = new StringBuilder();
        for (Throwable next = thrown; next != null; next = next.getCause()) {
            String message = next.getMessage() == null ? next.getClass().getSimpleName() : next.getMessage();
            if (next instanceof UnknownHostException) {
                message = "unknown host " + message;
            }
            if (words.indexOf(message) < 0) {
                words.append(words.isEmpty() ? "" : ": ").append(message);
            }
        }
        return words.toString();
    }
}
