package io.polybloom.tck.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class TcpProxyTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);

    private static RedisServer server;

    private TcpProxy proxy;
    private RespClient direct;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        proxy = TcpProxy.to(server);
        direct = server.client();
        direct.call("FLUSHALL");
        direct.call("CONFIG", "RESETSTAT");
    }

    @AfterEach
    void close() {
        direct.close();
        proxy.close();
    }

    @Test
    void everythingPasses() {
        byte[] bytes = new byte[1_000_000];
        new Random(3).nextBytes(bytes);
        try (RespClient client = connect()) {
            client.call("SET", "key", bytes);
            assertArrayEquals(bytes, (byte[]) client.call("GET", "key"));
        }
        Await.until("the client has left", LIMIT, () -> proxy.openConnections() == 0);
    }

    @Test
    void aReplyIsCutInTheMiddle() throws Exception {
        direct.call("SET", "key", "value");
        try (Socket client = new Socket(proxy.host(), proxy.port())) {
            proxy.cutAfter(6);
            client.getOutputStream().write("GET key\r\n".getBytes(StandardCharsets.US_ASCII));
            assertEquals("$5\r\nva", new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        }
        assertEverythingPassesAgain();
    }

    @Test
    void theLimitCountsOverSeveralReplies() {
        try (RespClient client = connect()) {
            proxy.cutAfter("+PONG\r\n".length() * 2L);
            assertEquals("PONG", client.call("PING"));
            assertEquals("PONG", client.call("PING"));
            assertThrows(UncheckedIOException.class, () -> client.call("PING"));
        }
        assertEverythingPassesAgain();
    }

    @Test
    void aCommandWhoseReplyIsCutHasBeenExecutedOnce() {
        try (RespClient client = connect()) {
            proxy.cutAfter(0);
            assertThrows(UncheckedIOException.class, () -> client.call("INCR", "counter"));
        }
        assertEquals("1", direct.text("GET", "counter"));
        assertEquals(1, direct.executions("incr"));
    }

    @Test
    void onlyTheConnectionThatReachesTheLimitIsCut() {
        try (RespClient first = connect();
                RespClient second = connect()) {
            assertEquals("PONG", first.call("PING"));
            proxy.cutAfter(3);
            assertThrows(UncheckedIOException.class, () -> second.call("PING"));
            assertEquals("PONG", first.call("PING"));
        }
    }

    @Test
    void aConnectionIsReset() {
        try (RespClient client = connect()) {
            proxy.resetAfter(0);
            UncheckedIOException error = assertThrows(UncheckedIOException.class, () -> client.call("INCR", "counter"));
            assertInstanceOf(SocketException.class, error.getCause());
        }
        assertEquals("1", direct.text("GET", "counter"));
        assertEverythingPassesAgain();
    }

    @Test
    void repliesAreHeldUntilAllPassesAgain() {
        try (RespClient client = connect();
                RespClient other = connect()) {
            proxy.holdRepliesTo("INCR");
            CompletableFuture<Object> answer = CompletableFuture.supplyAsync(() -> client.call("INCR", "counter"));
            Await.until("the command is executed", LIMIT, () -> direct.integer("EXISTS", "counter") == 1);
            assertEquals("PONG", other.call("PING"), "on another connection");
            assertFalse(answer.isDone());
            proxy.pass();
            assertEquals(1L, answer.join());
        }
    }

    @Test
    void nothingLeavesABlackHoleUntilAllPassesAgain() {
        try (RespClient client = impatient()) {
            proxy.blackHole();
            assertThrows(UncheckedIOException.class, () -> client.call("INCR", "counter"));
            assertEquals(0, direct.executions("incr"));
        }
        try (RespClient late = RespClient.connect(proxy.host(), proxy.port(), Duration.ofMillis(200))) {
            assertThrows(UncheckedIOException.class, () -> late.call("INCR", "counter"));
        }
        assertEquals(0, direct.executions("incr"));

        proxy.pass();
        Await.until("both requests arrive", LIMIT, () -> direct.executions("incr") == 2);
    }

    /** One that is connected to the server, which may take longer than it waits. */
    private RespClient impatient() {
        AtomicReference<RespClient> connected = new AtomicReference<>();
        Await.until("a client is connected", LIMIT, () -> {
            RespClient client = RespClient.connect(proxy.host(), proxy.port(), Duration.ofMillis(200));
            connected.set(client);
            try {
                return "PONG".equals(client.call("PING"));
            } catch (UncheckedIOException late) {
                client.close();
                return false;
            }
        });
        return connected.get();
    }

    @Test
    void withoutAServerConnectionsEnd() {
        try (PortClaim nobody = Ports.claim();
                TcpProxy nowhere = TcpProxy.to(server.host(), nobody.port());
                RespClient client = RespClient.connect(nowhere.host(), nowhere.port())) {
            assertThrows(UncheckedIOException.class, () -> client.call("PING"));
        }
    }

    @RepeatedTest(20)
    void closingEndsConnectionsAndTheListener() {
        RespClient client = connect();
        assertEquals("PONG", client.call("PING"));
        assertEquals(1, proxy.openConnections());
        proxy.close();
        assertThrows(UncheckedIOException.class, () -> client.call("PING"));
        IOException refused = assertThrows(IOException.class, () -> new Socket(proxy.host(), proxy.port()).close());
        assertInstanceOf(ConnectException.class, refused);
    }

    @Test
    void impossibleFaultsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> proxy.cutAfter(-1));
    }

    private RespClient connect() {
        return RespClient.connect(proxy.host(), proxy.port());
    }

    private void assertEverythingPassesAgain() {
        try (RespClient client = connect()) {
            assertEquals(List.of("PONG", "PONG"), client.pipeline(List.of(List.of("PING"), List.of("PING"))));
        }
    }
}
