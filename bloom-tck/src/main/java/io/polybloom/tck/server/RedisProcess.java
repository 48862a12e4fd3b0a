package io.polybloom.tck.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** One run of the server's executable in its directory. */
final class RedisProcess {

    static final String SETTINGS_FILE = "redis.conf";

    /** Where programs and libraries are; a server must not behave otherwise because of what else a shell has set. */
    private static final Pattern NEEDED = Pattern.compile("PATH|(LD|DYLD)_.*");

    private static final String LOG_FILE = "redis.log";
    private static final int LOG_LINES_SHOWN = 15;

    /**
     * Starts a guard that reads from this JVM, then replaces the shell with the server. A line tells the guard that the
     * server has ended. The end of the stream without a line tells it that the JVM has ended, however it was killed;
     * then the guard kills the server.
     */
    private static final String GUARDED = """
            exec 3<&0
            (read -r ended <&3 || kill -9 $$) >/dev/null 2>&1 &
            exec "$@" 3<&- </dev/null
            """;

    private final Process process;
    private final Path log;

    private RedisProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts the executable.
     *
     * @param options the options after the name of the settings file, such as {@code --sentinel}
     */
    static RedisProcess start(Path directory, int port, List<String> settings, String... options) {
        return start(RedisBinary.find(), directory, port, settings, options);
    }

    static RedisProcess start(Path program, Path directory, int port, List<String> settings, String... options) {
        List<String> lines = new ArrayList<>(List.of(
                "bind " + Ports.HOST, "port " + port, "daemonize no", "logfile \"\"", "save \"\"", "appendonly no"));
        lines.addAll(settings);
        Path log = directory.resolve(LOG_FILE);
        try {
            Files.write(directory.resolve(SETTINGS_FILE), lines);
            List<String> command =
                    new ArrayList<>(List.of("sh", "-c", GUARDED, "sh", program.toString(), SETTINGS_FILE));
            command.addAll(List.of(options));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment()
                    .keySet()
                    .removeIf(variable -> !NEEDED.matcher(variable).matches());
            Process process = builder.start();
            process.onExit().thenRun(() -> releaseGuard(process));
            return new RedisProcess(process, log);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start " + program, failure);
        }
    }

    /** Tells the guard that the server has ended: its process id may soon be that of another process. */
    private static void releaseGuard(Process process) {
        try (OutputStream guard = process.getOutputStream()) {
            guard.write('\n');
        } catch (IOException gone) {
            // A guard that does not read any more has ended, and kills nobody.
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns whether the server has ended because another process listens on its port or its cluster bus port. */
    boolean foundItsPortTaken() {
        return !isAlive() && log().contains("Address already in use");
    }

    /**
     * Returns whether this server has the port, rather than another that answers there. Its log tells; a test may have
     * taken INFO from the server.
     */
    boolean hasItsPort() {
        return log().contains("Ready to accept connections");
    }

    String lastLogLines() {
        String[] lines = log().split("\n");
        int first = Math.max(0, lines.length - LOG_LINES_SHOWN);
        return String.join("\n", List.of(lines).subList(first, lines.length));
    }

    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process " + process.pid() + " survives SIGKILL");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the end of " + process.pid(), interrupted);
        }
    }

    /** Sends a signal for which the JDK has no method. */
    void signal(String name) {
        if (!isAlive()) {
            throw new IllegalStateException("no process to send " + name + " to: it has ended");
        }
        try {
            // kill is built into every shell, while its own executable is missing from slim installations.
            Process shell = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(shell.getInputStream().readAllBytes());
            if (shell.waitFor() != 0) {
                throw new IllegalStateException("cannot send " + name + " to " + process.pid() + ": " + output);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while sending " + name, interrupted);
        }
    }

    private String log() {
        try {
            return Files.readString(log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
