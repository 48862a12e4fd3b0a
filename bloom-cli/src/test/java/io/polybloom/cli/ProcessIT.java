package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as a process of its own: what only a process can show. */
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

    /** Java's own logging would say it once more. */
    @Test
    void warnsInOneLine() throws IOException {
        Path input = Files.writeString(directory.resolve("line"), "a\n");
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            redis.call("SETBIT", "gz", 20_000, 1);
            Process bloom = start(
                    "check",
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

    @Test
    void brokenPipeEndsItQuietlyAndItsServerWithIt() throws IOException {
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
        assertEquals("", errorsOf(bloom));
        awaitEnd(servers);
    }

    @Test
    void interruptEndsItQuietlyAndKeepsTheData() throws IOException {
        String data = directory.resolve("data").toString();
        Process bloom = start("dedup", "--name", "n", "--capacity", "100", "--data-dir", data);
        OutputStream in = bloom.getOutputStream();
        in.write("a\nb\nunfinished".getBytes(StandardCharsets.UTF_8));
        in.flush();
        assertEquals("a", bloom.inputReader().readLine(), "lines come out although the input has not ended");
        assertEquals("b", bloom.inputReader().readLine());
        Process second = start("info", "--name", "n", "--data-dir", data);
        assertEquals(1, exitCode(second));
        assertEquals("bloom: " + data + " is in use by another bloom process\n", errorsOf(second));
        List<ProcessHandle> servers = bloom.descendants().toList();
        interrupt(servers, bloom);
        assertEquals(130, exitCode(bloom));
        assertEquals("", errorsOf(bloom));
        awaitEnd(servers);

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
        List<String> command = CommandProcess.command(List.of(arguments));
        if (System.getProperty("os.name").equals("Linux")) {
            // A build in the background of a shell ignores Ctrl-C, and so would every process that it starts.
            command.addAll(0, List.of("env", "--default-signal=INT"));
        }
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    /**
     * Ctrl-C in a terminal reaches the process and its server at the same time. The server may end by itself as soon as
     * the process does, so it is told first.
     */
    private void interrupt(List<ProcessHandle> servers, Process process) throws IOException {
        for (ProcessHandle server : servers) {
            int exitCode = interrupt(server);
            assertTrue(exitCode == 0 || !server.isAlive(), "a server that lives gets the signal");
        }
        assertEquals(0, interrupt(process.toHandle()));
    }

    private int interrupt(ProcessHandle process) throws IOException {
        Process kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
        started.add(kill);
        return exitCode(kill);
    }

    private static int exitCode(Process process) {
        try {
            assertTrue(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS), "still runs");
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
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
