package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.console.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;

/** A command that ran inside the test, and its output. */
public record Run(int exitCode, byte[] out, String err) {

    /** Runs a command without input. */
    public static Run of(String... arguments) {
        return withInput("", arguments);
    }

    public static Run withInput(String input, String... arguments) {
        return withInput(input.getBytes(StandardCharsets.UTF_8), arguments);
    }

    public static Run withInput(byte[] input, String... arguments) {
        return of(input, 0, System::nanoTime, Map.of(), arguments);
    }

    /** Runs a command in an environment that has these variables and no others. */
    public static Run in(Map<String, String> environment, String input, String... arguments) {
        return of(input.getBytes(StandardCharsets.UTF_8), 0, System::nanoTime, environment, arguments);
    }

    /** Runs a command whose errors go to a terminal, by a clock that makes all work long enough for a progress bar. */
    public static Run onTerminal(String input, String... arguments) {
        AtomicLong clock = new AtomicLong();
        byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
        return of(bytes, 80, () -> clock.addAndGet(TimeUnit.SECONDS.toNanos(1)), Map.of(), arguments);
    }

    /** Runs a command the reader of whose output has gone. */
    public static Run withoutReader(String input, String... arguments) {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int written) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        Console console = new Console(in, closed, errors, 0, false, System::nanoTime);
        int exitCode = BloomCommand.run(console, Map.<String, String>of()::get, arguments);
        return new Run(exitCode, new byte[0], err.toString(StandardCharsets.UTF_8));
    }

    private static Run of(
            byte[] input,
            int errorColumns,
            LongSupplier nanoClock,
            Map<String, String> environment,
            String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(new ByteArrayInputStream(input), out, errors, errorColumns, false, nanoClock);
        int exitCode = BloomCommand.run(console, environment::get, arguments);
        return new Run(exitCode, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a command without input: its name, then common options, then its own. */
    public static Run with(String[] common, String command, String... further) {
        return withInput("", common, command, further);
    }

    /** Runs a command: its name, then common options, then its own. */
    public static Run withInput(String input, String[] common, String command, String... further) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(common));
        arguments.addAll(List.of(further));
        return withInput(input, arguments.toArray(new String[0]));
    }

    /** 10,000 real lines of a web server's log; 9,981 of them are distinct. */
    public static byte[] accessLog() {
        try (InputStream file = Run.class.getResourceAsStream("/access.log.gz")) {
            return new GZIPInputStream(file).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String text() {
        return new String(out, StandardCharsets.UTF_8);
    }

    public List<String> lines() {
        return text().lines().toList();
    }

    /** A value of the table that {@code info} prints. */
    public String value(String key) {
        for (String line : lines()) {
            if (line.startsWith(key + "  ")) {
                return line.substring(key.length()).strip();
            }
        }
        throw new AssertionError("no " + key + " in " + text() + this);
    }

    /** Returns the names of all commands, as the help lists them. */
    public static Set<String> commands() {
        String help = of("--help").text();
        Set<String> names = new TreeSet<>();
        help.substring(help.indexOf("Commands:"))
                .lines()
                .takeWhile(line -> !line.startsWith("Exit codes"))
                .filter(line -> line.matches("  \\w.*"))
                .forEach(line -> names.add(line.strip().split(" ")[0]));
        return names;
    }

    /** Sees that a command failed with one clear complaint and printed nothing. */
    public static void assertFails(String fragment, int exitCode, Run run) {
        assertEquals(exitCode, run.exitCode(), run::toString);
        assertEquals("", run.text());
        assertTrue(run.err().startsWith("bloom: "), run::toString);
        assertTrue(run.err().contains(fragment), run::toString);
        assertFalse(run.err().contains("unexpected"), run::toString);
    }

    /** The contents of stderr, to be seen when an assertion fails. */
    @Override
    public String toString() {
        return "exit code " + exitCode + ", stderr: " + err;
    }
}
