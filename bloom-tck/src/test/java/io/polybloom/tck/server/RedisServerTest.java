package io.polybloom.tck.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.resp.RespError;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisServerTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);

    @Test
    void settingsAreApplied() {
        try (RedisServer server = RedisServer.start("maxmemory 32mb", "requirepass \"s e/cret\"", "appendonly yes");
                RespClient client = server.client()) {
            assertEquals("33554432", setting(client, "maxmemory"));
            assertEquals("yes", setting(client, "appendonly"));
            assertEquals("", setting(client, "save"));
            assertEquals("127.0.0.1", setting(client, "bind"));
            assertEquals("redis://:s%20e%2Fcret@127.0.0.1:" + server.port(), server.uri());
            assertEquals("redis://127.0.0.1:" + server.port(), server.toString());
        }
    }

    @Test
    void closingEndsTheProcessAndRemovesTheDirectory() {
        RedisServer server = RedisServer.start();
        Path directory = directory(server);
        ProcessHandle process = process(server);
        server.close();
        assertFalse(process.isAlive());
        assertFalse(Files.exists(directory));
        assertFalse(server.isRunning());
        server.close();
        assertThrows(IllegalStateException.class, server::restart);
    }

    @Test
    void aRestartedServerIsEmptyAndAtTheSamePort() {
        try (RedisServer server = RedisServer.start("appendonly yes")) {
            int port = server.port();
            try (RespClient client = server.client()) {
                client.call("SET", "key", "value");
                server.restart();
                assertThrows(UncheckedIOException.class, () -> client.call("GET", "key"));
            }
            assertEquals(port, server.port());
            try (RespClient client = server.client()) {
                assertEquals(0, client.integer("DBSIZE"));
            }
        }
    }

    @Test
    void aKilledServerRefusesConnectionsUntilItIsRestarted() {
        try (RedisServer server = RedisServer.start()) {
            server.kill();
            server.kill();
            assertFalse(server.isRunning());
            assertThrows(UncheckedIOException.class, server::client);
            assertThrows(IllegalStateException.class, server::pause);
            server.restart();
            assertTrue(server.isRunning());
            process(server);
        }
    }

    @Test
    void aPausedServerAnswersLater() {
        try (RedisServer server = RedisServer.start();
                RespClient impatient = RespClient.connect(server.host(), server.port(), Duration.ofMillis(200))) {
            server.pause();
            assertTrue(server.isRunning());
            assertThrows(UncheckedIOException.class, () -> impatient.call("SET", "key", "value"));
            server.resume();
            try (RespClient client = server.client()) {
                Await.until(
                        "the command sent during the pause is executed",
                        LIMIT,
                        () -> client.integer("EXISTS", "key") == 1);
            }
        }
    }

    @Test
    void aPausedServerCanBeClosed() {
        RedisServer server = RedisServer.start();
        ProcessHandle process = process(server);
        server.pause();
        server.close();
        assertFalse(process.isAlive());
    }

    @Test
    void aReplicaFollowsItsPrimary() {
        try (RedisServer primary = RedisServer.start("repl-diskless-sync-delay 0");
                RedisServer replica = RedisServer.start("replicaof 127.0.0.1 " + primary.port());
                RespClient writer = primary.client();
                RespClient reader = replica.client()) {
            writer.call("SET", "key", "value");
            Await.until("the replica has the key", LIMIT, () -> reader.integer("EXISTS", "key") == 1);
            assertEquals(
                    "READONLY",
                    assertThrows(RespError.class, () -> reader.call("SET", "key", "other"))
                            .code());
        }
    }

    @Test
    void aPortThatAStrangerHoldsIsNotUsed(@TempDir Path directory) {
        PortClaim taken = Ports.claim();
        PortClaim free = Ports.claim();
        Iterator<PortClaim> ports = List.of(taken, free).iterator();
        RedisProcess stranger = RedisProcess.start(directory, taken.port(), List.of("requirepass theirs"));
        Await.until("the stranger listens", LIMIT, () -> isListening(taken.port()));
        try (RedisServer server = RedisServer.start(ports::next, new RedisSettings(List.of()))) {
            assertEquals(free.port(), server.port());
            assertTrue(stranger.isAlive());
        } finally {
            stranger.kill();
        }
    }

    @Test
    void thePortOfAServerThatIsDownIsKeptForIt() {
        RedisServer server = RedisServer.start();
        server.kill();
        assertNull(PortClaim.on(server.port()));
        server.revive();
        assertNull(PortClaim.on(server.port()));
        server.close();
        assertNull(PortClaim.on(server.port()), "clients may still try to reconnect");
    }

    @Test
    void thePortOfAClosedServerIsUsedAgainWhenManyOthersHaveBeenClosed() {
        PortClaim first = Ports.claim();
        first.close();
        first.close();
        assertTrue(first.isHeld());
        for (int other = 0; other < 300; other++) {
            Ports.claim().close();
        }
        assertFalse(first.isHeld());
    }

    @Test
    void aWrongSettingIsShownWithTheServersOwnWords() {
        IllegalStateException error =
                assertThrows(IllegalStateException.class, () -> RedisServer.start("maxmemory much"));
        assertTrue(error.getMessage().contains("maxmemory much"), error.getMessage());
    }

    @Test
    void settingsOfTheHandleCannotBeChosen() {
        assertThrows(IllegalArgumentException.class, () -> RedisServer.start("port 6379"));
        assertThrows(IllegalArgumentException.class, () -> RedisServer.start(" bind 0.0.0.0"));
    }

    private static ProcessHandle process(RedisServer server) {
        try (RespClient client = server.client()) {
            String info = client.text("INFO", "server");
            String pid = info.replaceAll("(?s).*process_id:(\\d+).*", "$1");
            return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        }
    }

    private static Path directory(RedisServer server) {
        try (RespClient client = server.client()) {
            return Path.of(setting(client, "dir"));
        }
    }

    private static String setting(RespClient client, String name) {
        List<?> pair = (List<?>) client.call("CONFIG", "GET", name);
        return new String((byte[]) pair.get(1));
    }

    private static boolean isListening(int port) {
        try {
            RespClient.connect(Ports.HOST, port).close();
            return true;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }
}
