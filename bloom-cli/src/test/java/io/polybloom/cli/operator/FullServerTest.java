package io.polybloom.cli.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.resp.RespError;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers whose memory is full or too small, and filters that are not complete. */
class FullServerTest {

    @ParameterizedTest
    @ValueSource(strings = {"add", "dedup", "load"})
    void aFilterThatCannotFitIsRefusedBeforeAnythingIsCreated(String command) {
        try (RedisServer server = RedisServer.start("maxmemory 20mb");
                RespClient redis = server.client()) {
            Run run = Run.withInput("a\n", command, "--name", "n", "--capacity", "1e9", "--redis", server.uri());
            Run.assertFails("the filter 'n' needs 1", 1, run);
            String refusal = "bloom: the filter 'n' needs [\\d.]+ GiB, but the server 127\\.0\\.0\\.1:\\d+ has"
                    + " a maxmemory of 20\\.0 MiB, of which [\\d.]+ \\w+ are in use\\. Nothing was created: .*\n";
            assertTrue(run.err().matches(refusal), run::toString);
            assertEquals(List.of(), redis.keys("*"));
            for (String creating : StoredFilter.commandsOfCreation()) {
                assertEquals(0, redis.executions(creating), creating);
            }
            Run fits = Run.withInput("a\n", command, "--name", "n", "--capacity", "1M", "--redis", server.uri());
            assertEquals(0, fits.exitCode(), fits::toString);
        }
    }

    @Test
    void withoutAMaxmemoryTheMemoryOfTheHostCounts() {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            Run run = Run.withInput("a\n", "add", "--name", "n", "--capacity", "1e12", "--redis", server.uri());
            Run.assertFails(" has no maxmemory, and runs on a host with ", 1, run);
            assertEquals(List.of(), redis.keys("*"));
        }
    }

    /** To run out of memory later would leave a filter that is not complete. */
    @Test
    void partitionsThatTheCommandItselfHasNoMemoryForAreRefused() {
        long tooMany = Runtime.getRuntime().maxMemory() / 200;
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            String[] where = {"--redis", server.uri(), "--partitions", Long.toString(tooMany)};
            Run.assertFails(
                    " of the heap of this command", 1, Run.with(where, "add", "--name", "n", "--capacity", "9"));
            assertEquals(List.of(), redis.keys("*"));
        }
    }

    /** A server that evicts makes room, but not beyond its limit. */
    @Test
    void whatAServerEvictsCountsAsRoom() {
        try (RedisServer server = RedisServer.start("maxmemory 3mb", "maxmemory-policy allkeys-lru")) {
            String[] where = {"--redis", server.uri()};
            Run.assertFails("a maxmemory of 3.0 MiB", 1, Run.with(where, "add", "--name", "n", "--capacity", "4M"));
            Run fits = Run.with(where, "add", "--name", "n", "--capacity", "1M");
            assertEquals(0, fits.exitCode(), fits::toString);
        }
    }

    @Test
    void eachIndependentServerMustHaveRoom() {
        try (RedisServer large = RedisServer.start("maxmemory 1gb");
                RedisServer small = RedisServer.start("maxmemory 4mb");
                RespClient redis = large.client()) {
            String both = large.uri() + "," + small.uri();
            Run run = Run.withInput("", "add", "--name", "n", "--capacity", "20M", "--redis", both);
            Run.assertFails("the server 127.0.0.1:" + small.port() + " has a maxmemory of 4.0 MiB", 1, run);
            assertEquals(List.of(), redis.keys("*"));
        }
    }

    @Test
    void aClusterIsOneMemory() {
        try (RedisCluster cluster = RedisCluster.start(3, "maxmemory 10mb")) {
            Run run = Run.of("add", "--name", "n", "--capacity", "100M", "--redis", cluster.uri());
            Run.assertFails("but the cluster has a maxmemory of 30.0 MiB", 1, run);
            assertEquals(0, cluster.snapshot().size());
        }
    }

    /** Who may not ask a server for its memory can still create filters. */
    @Test
    void aServerThatDoesNotTellRefusesNothing() {
        try (RedisServer server = RedisServer.start("maxmemory 20mb");
                RespClient redis = server.client()) {
            redis.call("ACL", "SETUSER", "me", "on", ">pw", "~*", "+@all", "-info");
            String uri = server.uri().replace("redis://", "redis://me:pw@");
            Run run = Run.withInput("a\n", "add", "--name", "n", "--capacity", "1k", "--redis", uri);
            assertEquals(0, run.exitCode(), run::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void infoAndDeleteWorkWhenTheMemoryIsFull(String client) {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            String[] where = {"--redis", server.uri(), "--client", client};
            Run.withInput("a\nb\n", where, "add", "--name", "n", "--capacity", "1M");
            fill(redis);

            Run refused = Run.withInput("c\n", where, "add", "--name", "n");
            assertEquals(1, refused.exitCode(), refused::toString);
            assertTrue(refused.err().contains("the memory of the server is full"), refused::toString);
            assertEquals("1,000,000 elements", Run.with(where, "info", "n").value("capacity"));
            assertEquals(
                    "present\ta\n",
                    Run.withInput("a\n", where, "check", "--name", "n").text());
            assertEquals(2, Run.with(where, "list").lines().size());
            Run deleted = Run.with(where, "delete", "n");
            assertEquals(0, deleted.exitCode(), deleted::toString);
            assertEquals(List.of(), StoredFilter.keysLeft(redis, "*"));
            Run.assertFails("there is no filter 'n'", 1, Run.with(where, "info", "n"));
        }
    }

    /** Its partitions are too small to make room for anything. */
    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void deleteWorksWhenItMakesNoRoom(String client) {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            String[] where = {"--redis", server.uri(), "--client", client};
            Run.withInput("a\nb\n", where, "add", "--name", "n", "--capacity", "1k");
            Run.with(where, "clear", "n");
            Run.withInput("a\nb\n", where, "dedup", "--name", "n", "--writer", "w");
            fill(redis);
            Run deleted = Run.with(where, "delete", "n");
            assertEquals(0, deleted.exitCode(), deleted::toString);
            assertEquals(List.of(), StoredFilter.keysLeft(redis, "*"));
            assertThrows(RespError.class, () -> redis.call("SET", "still", "full"));
            redis.call("CONFIG", "SET", "maxmemory", "0");
            Run anew = Run.withInput("b\nc\n", where, "dedup", "--name", "n", "--capacity", "1k");
            assertEquals("b\nc\n", anew.text(), anew::toString);
        }
    }

    /** The creator died between two of its commands: at each place there is something to see, and to remove. */
    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void infoAndDeleteWorkOnHalfMadeFilters(String client) {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            String[] where = {"--redis", server.uri(), "--client", client};
            for (boolean isFull : new boolean[] {false, true}) {
                for (int made : List.of(0, 1, 3)) {
                    redis.call("CONFIG", "SET", "maxmemory", "0");
                    redis.call("FLUSHALL");
                    Run.withInput("a\n", where, "add", "--name", "n", "--capacity", "1M", "--partitions", "3");
                    StoredFilter.undoCreation(redis, "n", made);
                    String place = made + " partitions made";
                    if (isFull) {
                        place += ", full";
                        fill(redis);
                    }
                    delete(redis, where, place);
                }
            }
        }
    }

    private static void delete(RespClient redis, String[] where, String place) {
        SortedMap<String, String> before = redis.snapshot();
        Run info = Run.with(where, "info", "n");
        assertEquals(0, info.exitCode(), () -> place + info);
        assertEquals("1,000,000 elements", info.value("capacity"), place);
        assertEquals("unfinished: not all partitions exist yet", info.value("state"), place);
        assertEquals(before, redis.snapshot(), "who asks completes nothing");
        Run deleted = Run.with(where, "delete", "n");
        assertEquals(0, deleted.exitCode(), () -> place + deleted);
        assertEquals(List.of(), StoredFilter.keysLeft(redis, "*"), place);
    }

    /** Makes the memory full: nothing can be written that needs any, until something is removed. */
    private static void fill(RespClient redis) {
        long used = Long.parseLong(redis.text("INFO", "memory").replaceAll("(?s).*\nused_memory:(\\d+).*", "$1"));
        redis.call("CONFIG", "SET", "maxmemory", used - 100_000);
        assertThrows(RespError.class, () -> redis.call("SET", "more", "data"));
    }
}
