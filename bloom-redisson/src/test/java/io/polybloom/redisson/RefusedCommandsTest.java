package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.ScriptedServer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;

/** Error replies, alone and within a pipeline: each reaches its command, in the server's own words. */
class RefusedCommandsTest {

    private static RedisServer server;
    private static ScriptedServer front;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        front = ScriptedServer.inFrontOf(server);
        client = Clients.to(front.uri());
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        front.close();
        server.close();
    }

    @BeforeEach
    void pass() {
        front.answer(request -> null);
        front.forgetRequests();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WRONGTYPE Operation against a key holding the wrong kind of value",
                "OOM command not allowed when used memory > 'maxmemory'.",
                "READONLY You can't write against a read only replica.",
                "MISCONF Redis is configured to save RDB snapshots",
                "NOPERM User bob has no permissions to run the 'setbit' command",
                "NOAUTH Authentication required.",
                "ERR unknown command 'SETBIT'",
                "LOADING Redis is loading the dataset in memory",
                "CLUSTERDOWN The cluster is down",
                "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
                "TRYAGAIN Multiple keys request during rehashing of slot",
                "NOREPLICAS Not enough good replicas to write.",
                "BUSY Redis is busy running a script."
            })
    void theServersWordsReachTheCommand(String line) throws Exception {
        RedissonTransport transport = new RedissonTransport(client);
        front.answer(request -> request.name().equals("SETBIT") ? "-" + line : null);

        Reply alone = Clients.await(transport.send(batch(setBit("a")))).get(0);
        List<Reply> replies = Clients.await(transport.send(batch(delete("a"), setBit("a"), delete("a"))));

        assertRefused(line, alone);
        assertEquals(new Reply.Int(0), replies.get(0));
        assertRefused(line, replies.get(1));
        assertEquals(new Reply.Int(0), replies.get(2));
        assertEquals(List.of("SETBIT", "UNLINK", "SETBIT", "UNLINK"), names());
    }

    /** Redisson keeps the words of a refusal that it may follow or repeat to itself, unless it fails the pipeline. */
    @ParameterizedTest
    @ValueSource(strings = {"TRYAGAIN Multiple keys request during rehashing of slot", "MOVED 1 127.0.0.1:1"})
    void noCommandGetsTheErrorOfAnotherOne(String line) throws Exception {
        RedissonTransport transport = new RedissonTransport(client);
        front.answer(request -> request.name().equals("SETBIT") ? "-ERR no such key" : "-" + line);

        List<Reply> first = Clients.await(transport.send(batch(setBit("a"), delete("a"))));
        List<Reply> second = Clients.await(transport.send(batch(delete("a"), setBit("a"))));

        assertRefused("ERR no such key", first.get(0));
        assertRefused("ERR no such key", second.get(1));
        for (Reply reply : List.of(first.get(1), second.get(0))) {
            Reply.Failure failure = assertInstanceOf(Reply.Failure.class, reply);
            assertNotEquals("ERR no such key", failure.serverError());
            assertFalse(failure.mayHaveBeenApplied());
        }
    }

    /**
     * If commands are redirected, Redisson sends those that were refused again as well, and drops the replies. Which
     * error decides depends on its version: the first one, or the last one.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRefusedCommandThatIsSentAgainBehindARedirectMayHaveBeenApplied(boolean isExecuted) throws Exception {
        RedissonClient ofCluster = Clients.toCluster(List.of(front.uri()));
        try {
            RedissonTransport transport = new RedissonTransport(ofCluster);
            String full = "OOM command not allowed when used memory > 'maxmemory'.";
            AtomicInteger deletions = new AtomicInteger();
            AtomicInteger others = new AtomicInteger();
            front.answer(request -> {
                if (request.name().equals("UNLINK")) {
                    return deletions.getAndIncrement() > 0 && isExecuted ? null : "-" + full;
                }
                return others.getAndIncrement() < 2 ? "-MOVED 1 " + front.host() + ":" + front.port() : null;
            });

            List<Reply> replies = Clients.await(transport.send(batch(setBit("b"), delete("c"), setBit("d"))));

            assertEquals(List.of("SETBIT", "UNLINK", "SETBIT", "SETBIT", "UNLINK", "SETBIT"), names());
            Reply.Failure failure = assertInstanceOf(Reply.Failure.class, replies.get(1));
            assertEquals(full, failure.serverError());
            assertEquals(isExecuted, failure.mayHaveBeenApplied());
        } finally {
            ofCluster.shutdown();
        }
    }

    @Test
    void aServerThatPointsToItselfForEverIsNotFollowedForEver() throws Exception {
        RedissonTransport transport = new RedissonTransport(client);
        front.answer("-MOVED 1 " + front.host() + ":" + front.port());

        for (Batch batch : List.of(batch(setBit("a")), batch(setBit("a"), delete("a")))) {
            for (Reply reply : Clients.await(transport.send(batch))) {
                Reply.Failure failure = assertInstanceOf(Reply.Failure.class, reply);
                assertFalse(failure.mayHaveBeenApplied());
                assertTrue(failure.cause().getMessage().startsWith("MOVED redirection loop"));
            }
        }
    }

    @Test
    void aServerThatPointsToAStrangerIsNotFollowed() throws Exception {
        RedissonTransport transport = new RedissonTransport(client);
        front.answer("-MOVED 1 127.0.0.1:1");

        for (Batch batch : List.of(batch(setBit("a")), batch(setBit("a"), delete("a")))) {
            for (Reply reply : Clients.await(transport.send(batch))) {
                assertFalse(assertInstanceOf(Reply.Failure.class, reply).mayHaveBeenApplied());
            }
        }
    }

    private static void assertRefused(String line, Reply reply) {
        Reply.Failure failure = assertInstanceOf(Reply.Failure.class, reply);
        assertEquals(line, failure.serverError());
        assertFalse(failure.mayHaveBeenApplied());
        assertNotNull(failure.cause());
    }

    private static List<String> names() {
        return front.requests().stream().map(Request::name).toList();
    }

    private static Batch batch(Command... commands) {
        return new Batch(0, 0, List.of(commands));
    }

    private static Command setBit(String key) {
        return new Command(Verb.SETBIT, key.getBytes(UTF_8), "1".getBytes(UTF_8), "1".getBytes(UTF_8));
    }

    private static Command delete(String key) {
        return new Command(Verb.UNLINK, key.getBytes(UTF_8));
    }
}
