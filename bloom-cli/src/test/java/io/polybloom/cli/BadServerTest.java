package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that are not there, or not for us: one line, exit code 1, no hang. */
class BadServerTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void nobodyListens(String client) throws IOException {
        int port = freePort();
        fails(client, "redis://127.0.0.1:" + port, "127.0.0.1:" + port);
        fails(client, "redis-cluster://127.0.0.1:" + port, "connect");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void nobodyHasThatName(String client) {
        fails(client, "redis://no.such.host.invalid", "no.such.host.invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void serverWantsAnotherPassword(String client) {
        try (RedisServer server = RedisServer.start("requirepass secret")) {
            String address = "127.0.0.1:" + server.port();
            fails(client, "redis://" + address, "noauth");
            fails(client, "redis://:wrong-one@" + address, "wrongpass");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void serverIsNoCluster(String client) {
        try (RedisServer server = RedisServer.start()) {
            fails(client, "redis-cluster://127.0.0.1:" + server.port(), "cluster support disabled");
            fails(client, server.uri() + "/99", "db index is out of range");
        }
    }

    private static void fails(String client, String uri, String fragment) {
        Run run = assertTimeoutPreemptively(
                LIMIT,
                () -> Run.withInput(
                        "a\n", "dedup", "--name", "x", "--capacity", "9", "--redis", uri, "--client", client));
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals("", run.text());
        assertEquals(1, run.err().lines().count(), run::toString);
        assertTrue(run.err().startsWith("bloom: "), run::toString);
        assertTrue(run.err().toLowerCase(Locale.ROOT).contains(fragment), run::toString);
        assertFalse(run.err().contains("wrong-one"), run::toString);
        assertFalse(run.err().contains("unexpected"), run::toString);
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return probe.getLocalPort();
        }
    }
}
