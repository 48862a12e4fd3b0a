package io.polybloom.cli.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.console.CommandFailure;
import io.polybloom.tck.resp.RespError;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerTest {

    @TempDir
    Path directory;

    @Test
    void keepsStrangersOutAndEnds() {
        ServerAddress address;
        try (EmbeddedServer server = EmbeddedServer.start(null)) {
            address = server.addresses().servers().get(0);
            assertEquals("127.0.0.1", address.host());
            try (RespClient stranger = RespClient.connect(address.host(), address.port())) {
                RespError refusal = assertThrows(RespError.class, () -> stranger.call("GET", "x"));
                assertTrue(refusal.getMessage().startsWith("NOAUTH"), refusal.getMessage());
                stranger.call("AUTH", address.password());
                assertEquals(
                        "",
                        stranger.text("CONFIG", "GET", "save")
                                .lines()
                                .skip(1)
                                .findFirst()
                                .orElse(""));
            }
        }
        Await.until("nobody listens any more", Duration.ofSeconds(300), () -> !listens(address));
    }

    @Test
    void keepsItsDataInAnyDirectory() {
        Path odd = directory.resolve("new/with \"quotes\" and \\ ü");
        try (EmbeddedServer server = EmbeddedServer.start(odd);
                RespClient client = connect(server)) {
            client.call("SET", "x", "1");
        }
        try (EmbeddedServer server = EmbeddedServer.start(odd);
                RespClient client = connect(server)) {
            assertEquals("1", client.text("GET", "x"));
        }
    }

    @Test
    void sharesItsDirectoryWithNobody() {
        try (EmbeddedServer server = EmbeddedServer.start(directory)) {
            assertFalse(server.addresses().servers().isEmpty());
            CommandFailure refusal = assertThrows(CommandFailure.class, () -> EmbeddedServer.start(directory));
            assertEquals(directory + " is in use by another bloom process", refusal.getMessage());
        }
        EmbeddedServer.start(directory).close();
    }

    /** If the shell that ends it was killed, too: a server, and its process id in the directory. */
    @Test
    void endsTheServerOfAProcessThatWasKilled() {
        try (RedisServer orphan = RedisServer.start("pidfile \"" + directory.resolve("bloom.server.pid") + "\"")) {
            assertTrue(orphan.isRunning());
            EmbeddedServer.start(directory).close();
            assertFalse(orphan.isRunning());
        }
    }

    @Test
    void endsNoServerThatHasGotTheSameProcessIdLater() throws IOException {
        Path pidFile = directory.resolve("bloom.server.pid");
        try (RedisServer other = RedisServer.start("pidfile \"" + pidFile + "\"")) {
            Files.setLastModifiedTime(pidFile, FileTime.from(Instant.now().minusSeconds(3600)));
            EmbeddedServer.start(directory).close();
            assertTrue(other.isRunning());
        }
    }

    /** As much as a filter of 4 MB writes into the log while a million lines are added. */
    @Test
    void leavesNoLogThatIsMuchLargerThanTheData() throws IOException {
        try (EmbeddedServer server = EmbeddedServer.start(directory);
                RespClient client = connect(server)) {
            byte[] value = new byte[1 << 20];
            for (int i = 0; i < 40; i++) {
                client.call("SETRANGE", "x", "0", new String(value, StandardCharsets.US_ASCII));
            }
        }
        assertTrue(bytesIn(directory) < 12L << 20, "bytes: " + bytesIn(directory));
    }

    private static long bytesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Test
    void saysWhatToDoWhereItCannotRun() throws IOException {
        Path program = Files.writeString(directory.resolve("redis-server"), "#!/bin/sh\necho no libssl >&2\nexit 1\n");
        assertTrue(program.toFile().setExecutable(true));
        CommandFailure failure = assertThrows(
                CommandFailure.class, () -> EmbeddedServer.start(directory, directory -> program.toFile()));
        assertTrue(failure.getMessage().startsWith("the embedded Redis does not start ("), failure.getMessage());
        assertTrue(
                failure.getMessage().endsWith("no libssl): start a Redis server and name it with --redis URI"),
                failure.getMessage());
        EmbeddedServer.start(directory).close();
    }

    /**
     * A dump in its working directory would become its data, and OPENSSL_CONF and the like could keep it from starting.
     */
    @Test
    void takesNothingFromItsSurroundings() throws IOException {
        Path program = Files.writeString(
                directory.resolve("redis-server"),
                "#!/bin/sh\necho in:$(pwd):; ls | tr '\\n' ' '; env | cut -d= -f1\nexit 1\n");
        assertTrue(program.toFile().setExecutable(true));
        CommandFailure failure =
                assertThrows(CommandFailure.class, () -> EmbeddedServer.start(null, directory -> program.toFile()));
        String message = failure.getMessage();
        assertFalse(message.contains("in:" + Path.of("").toAbsolutePath() + ":"), message);
        assertTrue(message.contains(": redis-server redis.conf"), message);
        for (String variable : System.getenv().keySet()) {
            if (!variable.matches("PATH|TMPDIR|PWD|OLDPWD|SHLVL|_|LD_.*|DYLD_.*")) {
                assertFalse(message.contains(" " + variable + " "), variable + " in " + message);
            }
        }
    }

    /** The log of another Redis, which may still run, is not ours to continue. */
    @Test
    void leavesTheDirectoryOfAnotherServerAlone() throws IOException {
        Path log = Files.writeString(directory.resolve("appendonly.aof"), "");
        CommandFailure failure = assertThrows(CommandFailure.class, () -> EmbeddedServer.start(directory));
        assertEquals(
                directory + " holds the data of another Redis server: name an empty directory with --data-dir, or"
                        + " that server with --redis",
                failure.getMessage());
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(log), files.toList());
        }
    }

    @Test
    void saysThatADirectoryIsNone() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        CommandFailure failure = assertThrows(CommandFailure.class, () -> EmbeddedServer.start(file));
        assertTrue(failure.getMessage().startsWith("cannot use the data directory " + file), failure.getMessage());
    }

    private static boolean listens(ServerAddress address) {
        try {
            RespClient.connect(address.host(), address.port()).close();
            return true;
        } catch (UncheckedIOException refused) {
            return false;
        }
    }

    private static RespClient connect(EmbeddedServer server) {
        ServerAddress address = server.addresses().servers().get(0);
        RespClient client = RespClient.connect(address.host(), address.port());
        client.call("AUTH", address.password());
        return client;
    }
}
