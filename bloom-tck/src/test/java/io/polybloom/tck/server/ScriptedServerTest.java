package io.polybloom.tck.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.resp.RespError;
import io.polybloom.tck.resp.RespInput;
import io.polybloom.tck.resp.RespOutput;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptedServerTest {

    private static final String OOM = "OOM command not allowed when used memory > 'maxmemory'.";

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOADING Redis is loading the dataset in memory",
                OOM,
                "READONLY You can't write against a read only replica.",
                "MOVED 1234 127.0.0.1:7001"
            })
    void everyCommandIsAnsweredWithTheError(String error) {
        try (ScriptedServer server = ScriptedServer.answering("-" + error);
                RespClient client = connect(server)) {
            for (String command : List.of("GET", "BITFIELD", "HSETNX", "EVAL")) {
                RespError answer = assertThrows(RespError.class, () -> client.call(command, "key"));
                assertEquals(error, answer.getMessage());
            }
        }
    }

    @Test
    void theHandshakeIsThatOfAHealthyServer() {
        try (ScriptedServer server = ScriptedServer.answering("-" + OOM);
                RespClient client = connect(server)) {
            assertEquals("PONG", client.call("PING"));
            assertEquals("hello", client.text("PING", "hello"));
            assertEquals("OK", client.call("AUTH", "default", "secret"));
            assertEquals("OK", client.call("SELECT", 2));
            assertEquals("OK", client.call("CLIENT", "SETINFO", "LIB-NAME", "any"));
            assertEquals(1, client.integer("CLIENT", "ID"));
            assertTrue(client.text("INFO").contains("role:master"));
            assertNull(client.call("EVAL", "redis.call('get', KEYS[1])", 2, "test1", "test2"));
            assertEquals(14, ((List<?>) client.call("HELLO", 2)).size());
            assertEquals(
                    "NOPROTO",
                    assertThrows(RespError.class, () -> client.call("HELLO", 9)).code());
            assertEquals(List.of(), server.requests());
        }
    }

    @Test
    void itIsAClusterOfOne() {
        try (ScriptedServer server = ScriptedServer.answering("-" + OOM);
                RespClient client = connect(server)) {
            List<?> range = (List<?>) ((List<?>) client.call("CLUSTER", "SLOTS")).get(0);
            assertEquals(List.of(0L, 16383L), range.subList(0, 2));
            assertEquals((long) server.port(), ((List<?>) range.get(2)).get(1));
            assertTrue(client.text("CLUSTER", "NODES").contains("127.0.0.1:" + server.port() + "@"));
            assertEquals(12182, client.integer("CLUSTER", "KEYSLOT", "foo"));
            assertThrows(RespError.class, () -> client.call("CLUSTER", "FAILOVER"));
        }
    }

    @Test
    void resp3IsGreetedWithAMap() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("-" + OOM)) {
            assertTrue(exchange(server, "HELLO", "3").startsWith("%7\r\n$6\r\nserver\r\n$5\r\nredis\r\n"));
        }
    }

    @Test
    void theRealServerAnswersUntilTheScriptDoes() {
        try (ScriptedServer server = ScriptedServer.inFrontOf(redis);
                RespClient client = connect(server)) {
            byte[] value = {0, '\r', '\n', (byte) 255};
            assertEquals("OK", client.call("SET", "key", value));
            assertArrayEquals(value, (byte[]) client.call("GET", "key"));

            server.answer("-" + OOM);
            assertEquals(
                    "OOM",
                    assertThrows(RespError.class, () -> client.call("GET", "key"))
                            .code());
            assertEquals("PONG", client.call("PING"));

            server.answer(request -> request.name().equals("SET") ? "-" + OOM : null);
            assertThrows(RespError.class, () -> client.call("set", "key", "changed"));
            assertArrayEquals(value, (byte[]) client.call("GET", "key"));
        }
    }

    @Test
    void clientsOfAClusterAreNotSentToTheServerBehind() {
        try (ScriptedServer server = ScriptedServer.inFrontOf(redis);
                RespClient client = connect(server)) {
            assertTrue(client.text("CLUSTER", "NODES").contains(":" + server.port() + "@"));
            assertTrue(client.text("INFO", "server").contains("tcp_port:" + redis.port()));
        }
    }

    @Test
    void requestsAreRecorded() {
        try (ScriptedServer server = ScriptedServer.answering(":1");
                RespClient client = connect(server)) {
            client.pipeline(List.of(List.of("setbit", "a", 5, 1), List.of("PING"), List.of("GET", "b")));
            List<Request> requests = server.requests();
            assertEquals("[setbit a 5 1, GET b]", requests.toString());
            assertEquals("SETBIT", requests.get(0).name());
            assertEquals("a", requests.get(0).text(1));
            assertEquals("", requests.get(0).text(4));
            server.forgetRequests();
            assertEquals(List.of(), server.requests());
        }
    }

    @Test
    void repliesOfBothProtocolsArePassedOnUnchanged() throws Exception {
        try (RespClient client = redis.client()) {
            client.call("FLUSHALL");
            client.call("HSET", "hash", "field", "value");
            client.call("ZADD", "zset", "1.5", "member");
        }
        try (ScriptedServer server = ScriptedServer.inFrontOf(redis)) {
            assertEquals("*2\r\n$5\r\nfield\r\n$5\r\nvalue\r\n", exchange(server, "HGETALL", "hash"));
            assertEquals("$-1\r\n", exchange(server, "GET", "absent"));
            try (Socket socket = new Socket(server.host(), server.port())) {
                assertTrue(exchange(socket, "HELLO", "3").startsWith("%7\r\n"));
                assertEquals("%1\r\n$5\r\nfield\r\n$5\r\nvalue\r\n", exchange(socket, "HGETALL", "hash"));
                assertEquals("_\r\n", exchange(socket, "GET", "absent"));
                assertEquals(",1.5\r\n", exchange(socket, "ZSCORE", "zset", "member"));
                assertEquals(",1.5\r\n", exchange(socket, "ZSCORE", "zset", "member"));
            }
        }
    }

    @Test
    void whatIsNoWholeReplyIsRefused() {
        for (String line : List.of("", "-", "LOADING", "$5", "*2", "-two\r\nlines")) {
            assertThrows(IllegalArgumentException.class, () -> ScriptedServer.answering(line), line);
        }
    }

    private static RespClient connect(ScriptedServer server) {
        return RespClient.connect(server.host(), server.port());
    }

    private static String exchange(ScriptedServer server, String... command) throws Exception {
        try (Socket socket = new Socket(server.host(), server.port())) {
            return exchange(socket, command);
        }
    }

    private static String exchange(Socket socket, String... command) throws Exception {
        RespOutput out = new RespOutput(socket.getOutputStream());
        out.command(
                List.of(command).stream().map(part -> part.getBytes(US_ASCII)).toList());
        out.flush();
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        new RespInput(socket.getInputStream()).copyReply(reply);
        return reply.toString(US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7})
    void aCommandThatIsCutIsNotExecuted(int bytes) {
        try (ScriptedServer server = ScriptedServer.inFrontOf(redis);
                RespClient client = connect(server);
                RespClient another = connect(server)) {
            client.call("SET", "cut-command", "old");
            server.cutRequest(request -> request.name().equals("SET"), bytes);
            assertEquals("PONG", client.call("PING"));
            assertEquals("old", client.text("GET", "cut-command"));
            assertThrows(UncheckedIOException.class, () -> client.call("SET", "cut-command", "new"));
            assertEquals("old", another.text("GET", "cut-command"));
            assertEquals("OK", another.call("SET", "cut-command", "newer"), "a cut befalls one command");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4})
    void aReplyThatIsCutIsOneOfAnExecutedCommand(int bytes) {
        try (ScriptedServer server = ScriptedServer.inFrontOf(redis);
                RespClient client = connect(server);
                RespClient another = connect(server)) {
            server.cutReply(request -> request.name().equals("SET"), bytes);
            assertThrows(UncheckedIOException.class, () -> client.call("SET", "cut-reply-" + bytes, "new"));
            assertEquals("new", another.text("GET", "cut-reply-" + bytes));
            assertEquals("OK", another.call("SET", "cut-reply-" + bytes, "newer"), "a cut befalls one reply");
        }
    }

    @Test
    void whatComesAfterACommandWithAResetIsNeverRead() {
        byte[] moreThanBuffersTake = new byte[1 << 25];
        try (ScriptedServer server = ScriptedServer.inFrontOf(redis);
                RespClient client = connect(server);
                RespClient another = connect(server)) {
            server.resetAfter(request -> request.name().equals("SET"));
            List<List<Object>> commands =
                    List.of(List.of("SET", "reset", "new"), List.of("SET", "behind", moreThanBuffersTake));
            assertThrows(UncheckedIOException.class, () -> client.send(commands));
            assertEquals("new", another.text("GET", "reset"));
            assertEquals(0, another.integer("EXISTS", "behind"));
            assertEquals("OK", another.call("SET", "reset", "newer"), "a reset befalls one command");
        }
    }

    @Test
    void thereIsNothingToCutWithoutAServerBehind() {
        try (ScriptedServer server = ScriptedServer.answering("+OK")) {
            assertThrows(IllegalStateException.class, () -> server.cutReply(request -> true, 0));
        }
    }
}
