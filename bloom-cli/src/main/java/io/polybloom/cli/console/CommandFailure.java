package io.polybloom.cli.console;

import com.google.common.collect.Iterables;
import io.polybloom.spi.Causes;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Ends a command with one line on stderr and an exit code. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Pattern REDISSON_DETAILS =
            Pattern.compile("(, is non-idempotent command: |\\.? channel: |, command: \\().*", Pattern.DOTALL);

    /** The exit code of a command that has failed. */
    public static final int FAILURE = 1;

    private final int exitCode;

    /** Creates the failure with the line to print, and its cause for {@code --debug}; exit code 1. */
    public CommandFailure(String message, @Nullable Throwable cause) {
        this(message, cause, FAILURE);
    }

    /** Creates the failure with the line to print, its cause for {@code --debug}, and an exit code. */
    public CommandFailure(String message, @Nullable Throwable cause, int exitCode) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** Returns the exit code of the command. */
    public int exitCode() {
        return exitCode;
    }

    /** Returns the failure to create a client because no server can be reached. */
    public static CommandFailure noConnection(Object addresses, RuntimeException cause) {
        return new CommandFailure("no connection to " + addresses + ": " + reason(cause), cause);
    }

    /** Returns the failure to read or write a file. */
    public static CommandFailure ofFile(String name, Exception failure) {
        return new CommandFailure(name + ": " + reasonOf(failure), failure);
    }

    /** Returns why something has failed; the JDK's own words about a file are often nothing but its name. */
    public static String reasonOf(Throwable failure) {
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (cause instanceof OutOfMemoryError) {
            return "not enough memory: give the JVM a larger heap, for example with BLOOM_JAVA_OPTS=-Xmx1g";
        }
        if (cause instanceof NoSuchFileException) {
            return "no such file";
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        return cause instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : String.valueOf(cause.getMessage());
    }

    /** A message without the channel and the command, several hundred characters of them, that Redisson appends. */
    public static String withoutDetails(String message) {
        return REDISSON_DETAILS.matcher(message).replaceFirst("");
    }

    /**
     * The innermost cause, below all exceptions that clients wrap around it. Redisson wraps it twice; the cluster
     * client of Jedis leaves it among the suppressed exceptions.
     */
    private static String reason(Throwable thrown) {
        Throwable root = Iterables.getLast(Causes.withSuppressed(thrown));
        if (root instanceof TimeoutException) {
            return "no answer in time";
        }
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return withoutDetails(message.replaceFirst("^([\\w.$]+: )+", ""));
    }
}
