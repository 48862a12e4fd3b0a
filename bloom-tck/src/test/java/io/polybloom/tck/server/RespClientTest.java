package io.polybloom.tck.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.tck.resp.RespError;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RespClientTest {

    private static RedisServer server;

    private RespClient client;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void connect() {
        client = server.client();
        client.call("FLUSHALL");
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void repliesOfEveryType() {
        assertEquals("OK", client.call("SET", "text", "value"));
        assertArrayEquals("value".getBytes(), (byte[]) client.call("GET", "text"));
        assertNull(client.call("GET", "absent"));
        assertEquals(3L, client.call("RPUSH", "list", 1, 2, 3));
        assertEquals(
                List.of(1L, List.of("a", 2L)).toString(),
                nested("return {1, {{ok='a'}, 2}}").toString());
        assertEquals(List.of(), client.call("LRANGE", "absent", 0, -1));
        assertEquals("value", client.text("GET", "text"));
        assertEquals(3, client.integer("LLEN", "list"));
    }

    @Test
    void everyByteSurvives() {
        byte[] bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        client.call("SET", bytes, bytes);
        assertArrayEquals(bytes, (byte[]) client.call("GET", bytes));
    }

    @Test
    void anErrorIsThrown() {
        client.call("RPUSH", "list", "x");
        RespError error = assertThrows(RespError.class, () -> client.call("GET", "list"));
        assertEquals("WRONGTYPE", error.code());
        assertEquals("PONG", client.call("PING"));
    }

    @Test
    void aPipelineAnswersInOrderAndKeepsErrors() {
        List<Object> replies =
                client.pipeline(List.of(List.of("SET", "a", 1), List.of("LPUSH", "a", 2), List.of("INCR", "a")));
        assertEquals("OK", replies.get(0));
        assertEquals(
                "WRONGTYPE", assertInstanceOf(RespError.class, replies.get(1)).code());
        assertEquals(2L, replies.get(2));
    }

    @Test
    void aPartThatCannotBeSentIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> client.call("SET", "a", new Object()));
    }

    @Test
    void keysAreSorted() {
        client.call("MSET", "k2", "", "k1", "", "other", "");
        assertEquals(List.of("k1", "k2"), client.keys("k*"));
    }

    @Test
    void aSnapshotShowsContentsOfEveryType() {
        client.call("SET", "text", new byte[] {'a', 0, (byte) 200, '\\'}, "EX", 100);
        client.call("HSET", "hash", "z", 1, "a", 2);
        client.call("SADD", "set", "y", "x");
        client.call("RPUSH", "list", "2", "1");
        client.call("ZADD", "zset", 5, "member");
        assertEquals(
                Map.of(
                        "text", "string \"a\\x00\\xc8\\x5c\" expires",
                        "hash", "hash [\"a\"=\"2\", \"z\"=\"1\"] stays",
                        "set", "set [\"x\", \"y\"] stays",
                        "list", "list [\"2\", \"1\"] stays",
                        "zset", "zset [\"member\", \"5\"] stays"),
                client.snapshot());
    }

    @Test
    void aSnapshotShowsOneChangedBitAndALostLifetime() {
        client.call("SETBIT", "bits", 1_000_000, 1);
        Map<String, String> before = client.snapshot();
        assertEquals(before, client.snapshot());

        client.call("SETBIT", "bits", 999_999, 1);
        Map<String, String> changed = client.snapshot();
        assertNotEquals(before, changed);

        client.call("EXPIRE", "bits", 100);
        assertNotEquals(changed, client.snapshot());
    }

    @Test
    void executionsAreCounted() {
        client.call("CONFIG", "RESETSTAT");
        assertEquals(0, client.executions("setbit"));
        client.call("SETBIT", "bits", 1, 1);
        client.call("SETBIT", "bits", 1, 1);
        assertEquals(2, client.executions("SetBit"));
    }

    @Test
    void silenceEndsTheClient() throws Exception {
        try (PortClaim port = Ports.claim();
                ServerSocket silent = Ports.listen(port);
                RespClient waiting = RespClient.connect(server.host(), silent.getLocalPort(), Duration.ofMillis(100))) {
            assertThrows(UncheckedIOException.class, () -> waiting.call("PING"));
            assertThrows(UncheckedIOException.class, () -> waiting.call("PING"));
        }
    }

    @Test
    void nobodyListens() {
        try (PortClaim nobody = Ports.claim()) {
            assertThrows(UncheckedIOException.class, () -> RespClient.connect(server.host(), nobody.port()));
        }
    }

    private Object nested(String script) {
        return client.call("EVAL", script, 0);
    }
}
