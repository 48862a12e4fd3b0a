package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar as a process of its own: the behaviour that only a process can show. */
class ProcessIT {

    private static final Duration LIMIT = Duration.ofSeconds(300);

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void tellsItsVersion() throws IOException {
        Process bloom = start("--version");
        assertEquals(
                "bloom " + System.getProperty("bloom.version"),
                bloom.inputReader().readLine());
        assertEquals(0, exitCode(bloom));
        assertEquals("", errorsOf(bloom));
    }

    /** The launcher leaves the clients out of the class path of this command. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--help",
                "--capacity 10M",
                "--capacity 10M --json",
                "--capacity 1e5 --fpp 1e-12 --window 24h --slices 12",
                "--capacity 1e5 --window 24h --slices 0",
                "--capacity 10 --fpp 2 --debug",
                "--capacity 10 --over-capacity never"
            })
    void plansTheSameWithoutTheClients(String line) throws IOException {
        List<String> command = CommandProcess.command(
                Stream.of(("plan " + line).trim().split(" ")).toList());
        List<String> offline = new ArrayList<>(command);
        offline.set(command.indexOf(System.getProperty("bloom.jar")), System.getProperty("bloom.jar.offline"));
        Process expected = run(new ProcessBuilder(command));
        Process found = run(new ProcessBuilder(offline));
        assertEquals(outputOf(expected), outputOf(found));
        assertEquals(errorsOf(expected), errorsOf(found));
        assertEquals(exitCode(expected), exitCode(found));
    }

    /** Java's own logging would say it once more. */
    @Test
    void warnsInOneLine() throws IOException {
        Path input = Files.writeString(directory.resolve("line"), "a\n");
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            redis.call("SETBIT", "gz", 20_000, 1);
            Process bloom = start(
                    "check",
                    "--quiet",
                    "--name",
                    "gz",
                    "--layout",
                    "go-zero",
                    "--bits",
                    "1000",
                    "--redis",
                    server.uri(),
                    input.toString());
            assertEquals(0, exitCode(bloom));
            String errors = errorsOf(bloom);
            assertEquals(1, errors.lines().count(), errors);
            assertTrue(errors.startsWith("bloom: warning: the key gz has 2501 bytes"), errors);
        }
    }

    /** What a Redis has left in the directory is neither read nor changed. */
    @Test
    void theDumpInTheWorkingDirectoryIsNotRead() throws IOException {
        Path dump = Files.writeString(directory.resolve("dump.rdb"), "REDIS0010");
        Path input = Files.writeString(directory.resolve("input"), "a\nb\na\n");
        Process bloom =
                run(new ProcessBuilder(CommandProcess.command(List.of("dedup", "--capacity", "10", input.toString())))
                        .directory(directory.toFile()));
        assertEquals("a\nb\n", outputOf(bloom));
        assertEquals(0, exitCode(bloom));
        assertEquals("REDIS0010", Files.readString(dump));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(2, files.count());
        }
    }

    @Test
    void aReaderThatHasGoneEndsItAndItsServerWithIt() throws IOException {
        Path input = directory.resolve("numbers");
        try (OutputStream numbers = Files.newOutputStream(input)) {
            for (int i = 0; i < 400_000; i++) {
                numbers.write((i + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
        Process bloom = start("dedup", "--capacity", "400000", input.toString());
        BufferedReader out = bloom.inputReader();
        assertEquals("0", out.readLine());
        List<ProcessHandle> servers = bloom.descendants().toList();
        assertFalse(servers.isEmpty(), "the embedded server is a child");
        out.close();
        assertEquals(141, exitCode(bloom));
        List<String> errors = errorsOf(bloom).lines().toList();
        assertEquals(2, errors.size(), errors.toString());
        assertTrue(errors.get(0).contains(" lines: "), "a summary: " + errors);
        assertTrue(
                errors.get(1)
                        .matches("bloom: the output was closed by its reader; of lines [\\d,]+ to [\\d,]+, up to"
                                + " [\\d,]+ were added to the filter but may not have been printed"),
                errors.toString());
        awaitEnd(servers);
    }

    @Test
    void aFullDiskEndsItAndNothingIsPrintedIfNothingWasAdded() throws IOException {
        Path input = Files.writeString(directory.resolve("input"), "a\nb\na\n");
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.exists(full), "a device of Linux");
        try (RedisServer server = RedisServer.start()) {
            String[] common = {"dedup", "--name", "n", "--capacity", "100", "--redis", server.uri(), input.toString()};
            Process careful = startWithOutput(full, with(common, "--at-least-once"));
            assertEquals(1, exitCode(careful));
            String errors = errorsOf(careful);
            assertTrue(
                    errors.contains("bloom: cannot write the output: No space left on device; of lines 1 to 3, up to 2"
                            + " may not have been printed; they were not added to the filter"),
                    errors);
            Process plain = startWithOutput(full, common);
            assertEquals(1, exitCode(plain));
            errors = errorsOf(plain);
            assertTrue(errors.startsWith("3 lines: 2 unique, 1 duplicate in "), "nothing was added before: " + errors);
            assertTrue(errors.contains("up to 2 were added to the filter but may not have been printed"), errors);
        }
    }

    @Test
    void aClosedInputIsAnErrorAndNoEmptyOne() throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" <&-", "sh"));
        command.addAll(CommandProcess.command(List.of("dedup", "--capacity", "9")));
        Process bloom = run(new ProcessBuilder(command));
        assertEquals(1, exitCode(bloom));
        String errors = errorsOf(bloom);
        assertTrue(errors.startsWith("bloom: -: the standard input is closed\n"), errors);
        assertEquals("", new String(bloom.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    /** Ctrl-C reaches all processes of a group. Lines that have arrived are printed, and the server gets no signal. */
    @Test
    void interruptEndsItAndKeepsTheData() throws IOException {
        String data = directory.resolve("data").toString();
        Process bloom = startInGroup("dedup", "--name", "n", "--capacity", "100", "--data-dir", data);
        OutputStream in = bloom.getOutputStream();
        in.write("a\nb\nunfinished".getBytes(StandardCharsets.UTF_8));
        in.flush();
        assertEquals("a", bloom.inputReader().readLine(), "lines come out although the input has not ended");
        assertEquals("b", bloom.inputReader().readLine());
        Process second = start("info", "--name", "n", "--data-dir", data);
        assertEquals(1, exitCode(second));
        assertEquals("bloom: " + data + " is in use by another bloom process\n", errorsOf(second));
        List<ProcessHandle> servers = bloom.descendants().toList();
        kill("INT", "-" + bloom.pid());
        assertEquals(130, exitCode(bloom));
        List<String> errors = errorsOf(bloom).lines().toList();
        assertTrue(errors.get(0).startsWith("2 lines: 2 unique, 0 duplicates in "), errors.toString());
        assertEquals("bloom: stopped by SIGINT after line 2", errors.get(1));
        assertEquals(2, errors.size(), errors.toString());
        awaitEnd(servers);
        assertRemembers(data);
    }

    /** A shell says so of a program that a signal has ended, and of no other. */
    @ParameterizedTest
    @CsvSource({"HUP, Hangup, 129", "TERM, Terminated, 143"})
    void itDiesByTheSignal(String signal, String word, int exitCode) throws IOException {
        try (RedisServer server = RedisServer.start()) {
            Process shell = run(inShell(signal, "dedup", "--name", "n", "--capacity", "100", "--redis", server.uri()));
            shell.getOutputStream().write("a\n".getBytes(StandardCharsets.UTF_8));
            shell.getOutputStream().flush();
            assertEquals("a", shell.inputReader().readLine());
            killChild(signal, shell);
            assertEquals(exitCode, exitCode(shell));
            String errors = errorsOf(shell);
            assertTrue(errors.contains("bloom: stopped by SIG" + signal + " after line 1\n"), errors);
            assertTrue(errors.contains(word), errors);
        }
    }

    /**
     * A command that works on no lines tidies up and dies by the signal. One that waits for its input, or for a server
     * that does not answer, is not waited for.
     */
    @Test
    void otherCommandsDieByTheSignal() throws IOException {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client();
                ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Process load = run(inShell("TERM", "load", "--name", "n", "--capacity", "9", "--redis", server.uri()));
            String nowhere = "redis://127.0.0.1:" + silent.getLocalPort();
            Process copy = run(inShell("TERM", "copy", "--name", "n", "--from", nowhere, "--to-name", "m"));
            try (Socket asked = silent.accept()) {
                assertTrue(asked.getInputStream().read() >= 0, "the command has sent something");
                Await.until("the filter is there", LIMIT, () -> StoredFilter.isReady(redis, "n"));
                killChild("TERM", copy);
                killChild("TERM", load);
                for (Process shell : List.of(copy, load)) {
                    assertEquals(143, exitCode(shell));
                    String errors = errorsOf(shell);
                    assertTrue(errors.startsWith("bloom: stopped by SIGTERM before it had finished\n"), errors);
                    assertTrue(errors.contains("Terminated"), errors);
                }
            }
        }
    }

    /** The words of a command are everybody's to read. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void thePasswordIsNotVisibleAndWatchEndsByCtrlC(boolean isInFile) throws IOException {
        String password = "seen-by-nobody";
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            Run.withInput("a\n", "add", "--name", "n", "--capacity", "9", "--redis", server.uri());
            redis.call("CONFIG", "SET", "requirepass", password);
            List<String> words = new ArrayList<>(List.of("watch", "n", "--interval", "1h", "--redis", server.uri()));
            if (isInFile) {
                Path file = Files.writeString(directory.resolve("password"), password + "\n");
                words.addAll(List.of("--password-file", file.toString()));
            }
            ProcessBuilder command = inShell("INT", words.toArray(new String[0]));
            if (!isInFile) {
                command.environment().put("REDISCLI_AUTH", password);
            }
            Process shell = run(command);
            BufferedReader out = shell.inputReader();
            assertTrue(out.readLine().startsWith("TIME"));
            assertTrue(out.readLine().contains(" 1 "), "the filter was measured");
            String visible = output("ps", "-eww", "-o", "args=");
            assertTrue(visible.contains("watch n --interval 1h"), visible);
            assertFalse(visible.contains(password), visible);
            killChild("INT", shell);
            assertEquals(130, exitCode(shell));
            assertEquals("", errorsOf(shell), "it is the usual end");
        }
    }

    @Test
    void killedItLeavesNoServerAndNoFileAndItsDataCanBeReadAtOnce() throws IOException {
        String data = directory.resolve("data").toString();
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        ProcessBuilder command = new ProcessBuilder(
                CommandProcess.command(List.of("dedup", "--name", "n", "--capacity", "100", "--data-dir", data)));
        command.environment().put("TMPDIR", temporary.toString());
        command.environment().put("REDISCLI_AUTH", "seen-by-nobody");
        Process bloom = run(command);
        bloom.getOutputStream().write("a\nb\n".getBytes(StandardCharsets.UTF_8));
        bloom.getOutputStream().flush();
        assertEquals("a", bloom.inputReader().readLine());
        assertEquals("b", bloom.inputReader().readLine());
        List<ProcessHandle> servers = bloom.descendants().toList();
        assertEquals(2, servers.size(), "the server and its keeper");
        StringBuilder environment = new StringBuilder();
        for (ProcessHandle server : servers) {
            environment.append(output("ps", "eww", "-p", Long.toString(server.pid())));
        }
        assertTrue(environment.indexOf("TMPDIR=") > 0, "it can be seen: " + environment);
        assertFalse(environment.indexOf("seen-by-nobody") > 0, "the password of another server: " + environment);
        bloom.destroyForcibly();
        assertEquals(137, exitCode(bloom));
        assertRemembers(data);
        awaitEnd(servers);
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private void assertRemembers(String data) throws IOException {
        Process check = start("check", "--name", "n", "--data-dir", data);
        check.getOutputStream().write("a\nb\nc\n".getBytes(StandardCharsets.UTF_8));
        check.getOutputStream().close();
        assertEquals(
                List.of("present\ta", "present\tb", "absent\tc"),
                check.inputReader().lines().toList());
        assertEquals(0, exitCode(check));
    }

    @Test
    void clientsPrintNothingOfTheirOwn() throws IOException {
        for (String client : List.of("jedis", "lettuce", "redisson", "vertx")) {
            Process bloom = start(
                    "dedup", "--name", "n", "--capacity", "9", "--client", client, "--redis", "redis://127.0.0.1:1");
            bloom.getOutputStream().close();
            assertEquals(1, exitCode(bloom));
            String errors = errorsOf(bloom);
            assertEquals(1, errors.lines().count(), errors);
            assertTrue(errors.startsWith("bloom: "), errors);
        }
    }

    private Process start(String... arguments) throws IOException {
        return run(new ProcessBuilder(CommandProcess.command(List.of(arguments))));
    }

    private Process startWithOutput(Path output, String... arguments) throws IOException {
        return run(new ProcessBuilder(CommandProcess.command(List.of(arguments))).redirectOutput(output.toFile()));
    }

    /** A build that nohup has started ignores SIGHUP, and so would everything that it starts. */
    private static ProcessBuilder inShell(String signal, String... arguments) {
        String defaults = "$SIG{" + signal + "} = 'DEFAULT'; exec @ARGV";
        List<String> command =
                new ArrayList<>(List.of("perl", "-e", defaults, "bash", "-c", "\"$@\"; code=$?; exit $code", "bash"));
        command.addAll(CommandProcess.command(List.of(arguments)));
        return new ProcessBuilder(command);
    }

    private void killChild(String signal, Process shell) throws IOException {
        kill(signal, Long.toString(shell.children().findFirst().orElseThrow().pid()));
    }

    private String output(String... command) throws IOException {
        Process process = run(new ProcessBuilder(command));
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, exitCode(process), output);
        return output;
    }

    /** A build in the background of a shell ignores Ctrl-C, and so would every process that it starts. */
    private Process startInGroup(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT", "setsid"));
        command.addAll(CommandProcess.command(List.of(arguments)));
        return run(new ProcessBuilder(command));
    }

    private Process run(ProcessBuilder command) throws IOException {
        Process process = command.start();
        started.add(process);
        return process;
    }

    private static String[] with(String[] arguments, String further) {
        return Stream.concat(Stream.of(arguments), Stream.of(further)).toArray(String[]::new);
    }

    private void kill(String signal, String process) throws IOException {
        assertEquals(0, exitCode(run(new ProcessBuilder("kill", "-s", signal, "--", process))));
    }

    private static int exitCode(Process process) {
        try {
            assertTrue(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS), "still runs");
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String outputOf(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String errorsOf(Process process) throws IOException {
        String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertNotNull(errors);
        return errors;
    }

    private static void awaitEnd(List<ProcessHandle> servers) {
        Await.until(
                "the embedded server has ended", LIMIT, () -> servers.stream().noneMatch(ProcessHandle::isAlive));
    }
}
