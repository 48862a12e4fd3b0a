package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a filter from the first line to its deletion, on every kind of server. */
class FilterCommandsTest {

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "redisson", "vertx"})
    void oneServerWithPasswordAndDatabase(String client) {
        try (RedisServer server = RedisServer.start("requirepass \"p@ss:word\"")) {
            live(server.uri() + "/2", client);
            try (RespClient direct = server.client()) {
                assertEquals(List.of(), direct.keys("*"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "redisson", "vertx"})
    void independentServers(String client) {
        try (RedisServer one = RedisServer.start();
                RedisServer two = RedisServer.start()) {
            String servers = one.uri() + "," + two.uri();
            live(servers, client);
            Run.withInput("a\n", "add", "--name", "n", "--capacity", "100", "--redis", servers, "--client", client);
            try (RespClient first = one.client();
                    RespClient second = two.client()) {
                assertEquals(2, first.keys("*").size(), "the config and partition 0");
                assertEquals(1, second.keys("*").size(), "partition 1");
            }
        }
    }

    @Test
    void cluster() {
        try (RedisCluster cluster = RedisCluster.start()) {
            for (String client : List.of("jedis", "redisson", "vertx")) {
                live(cluster.uri(), client);
            }
        }
    }

    private static void live(String uri, String client) {
        String[] where = {"--name", "n", "--redis", uri, "--client", client};
        assertFails("there is no filter 'n'; to create it, give --capacity N", run("x\n", where, "add"));
        assertFails("there is no filter 'n'", run("x\n", where, "check"));
        assertFails("there is no filter 'n'", run("", where, "info"));
        assertFails("there is no filter 'n'", run("x\n", where, "explain"));
        assertFails("there is no filter 'n'", run("", where, "delete"));
        assertFails("there is no filter 'n'", run("x\n", where, "check", "--capacity", "1000"));

        Run added = run("a\nb\na\n", where, "add", "--capacity", "1000", "--partitions", "4");
        assertEquals(0, added.exitCode(), added::toString);
        assertTrue(added.err().startsWith("3 lines: 2 added, 1 present before in "), added::toString);
        assertEquals("", added.text());

        Run checked = run("a\nz\nb", where, "check");
        assertEquals("present\ta\nabsent\tz\npresent\tb\n", checked.text(), checked::toString);

        Run info = run("", where, "info", "--capacity", "1000");
        assertEquals("2 elements", value(info, "estimated count"));
        assertEquals("1,000 elements", value(info, "capacity"));
        assertTrue(value(info, "partitions").startsWith("4 of "), info.text());
        assertEquals("never", value(info, "expires"));

        Run loaded = run("c\nd\na\n", where, "load");
        assertEquals(0, loaded.exitCode(), loaded::toString);
        assertTrue(loaded.err().startsWith("3 lines loaded in "), loaded::toString);
        assertEquals("", loaded.text());
        assertEquals(
                "present\tc\npresent\td\nabsent\tz\n",
                run("c\nd\nz\n", where, "check").text());
        assertEquals("4 elements", value(run("", where, "info"), "estimated count"));

        assertFails("capacity", run("a\n", where, "add", "--capacity", "999"));
        assertFails(
                "overCapacity is DEGRADE, not GROW",
                run("a\n", where, "add", "--capacity", "1000", "--over-capacity", "Grow"));
        assertEquals("4 elements", value(run("", where, "info"), "estimated count"), "nothing was changed");

        assertEquals(0, run("", where, "delete").exitCode());
        assertFails("there is no filter 'n'", run("", where, "delete"));
    }

    @Test
    void aFilterThatGrowsShowsItsLayers() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri()};
            String lines = numbers(5000);
            Run added = run(lines, where, "dedup", "--capacity", "500", "--over-capacity", "grow");
            assertEquals(0, added.exitCode(), added::toString);
            Run info = run("", where, "info");
            assertEquals("4 layers", value(info, "state"));
            assertEquals(
                    5,
                    info.lines().stream()
                            .dropWhile(line -> !line.startsWith("LAYER"))
                            .count());
            assertEquals("", run(lines, where, "dedup").text());
            Run explained = run("1\n", where, "explain");
            assertEquals(4, explained.lines().size(), explained::toString);
        }
    }

    @Test
    void aFilterThatRefusesSaysSoInOneLine() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri()};
            Run added = run(numbers(5000), where, "dedup", "--capacity", "500", "--over-capacity", "reject");
            assertEquals(1, added.exitCode(), added::toString);
            assertEquals(500, added.lines().size(), 40);
            assertTrue(added.err().contains("the filter 'n' is full: its capacity of 500"), added::toString);
            assertEquals("sealed, new elements are refused", value(run("", where, "info"), "state"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "redisson", "vertx"})
    void aLoadOfManyLinesIsAllThere(String client) {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri(), "--client", client};
            String lines = numbers(50_000);
            Run loaded = run(lines, where, "load", "--capacity", "50000", "--partitions", "3");
            assertEquals(0, loaded.exitCode(), loaded::toString);
            assertTrue(loaded.err().startsWith("50,000 lines loaded in "), loaded::toString);
            assertFalse(run(lines, where, "check").text().contains("absent"));
            try (RespClient direct = server.client()) {
                assertEquals(4, direct.keys("*").size(), "the config and the partitions");
                assertEquals(3, direct.executions("bitop"));
            }
        }
    }

    @Test
    void aLoadBeyondTheCapacitySaysSoInOneLine() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri()};
            Run loaded = run(numbers(5000), where, "load", "--capacity", "500", "--over-capacity", "reject");
            assertFails("the filter 'n' is full: its capacity of 500 was reached when ", loaded);
            assertFalse(loaded.err().contains(" loaded in "), loaded::toString);
        }
    }

    private static String numbers(int count) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(i).append('\n');
        }
        return lines.toString();
    }

    private static Run run(String input, String[] where, String command, String... further) {
        String[] arguments = new String[1 + where.length + further.length];
        arguments[0] = command;
        System.arraycopy(where, 0, arguments, 1, where.length);
        System.arraycopy(further, 0, arguments, 1 + where.length, further.length);
        return Run.withInput(input, arguments);
    }

    private static void assertFails(String fragment, Run run) {
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals("", run.text());
        assertEquals(1, run.err().lines().count(), run::toString);
        assertTrue(run.err().startsWith("bloom: "), run::toString);
        assertTrue(run.err().contains(fragment), run::toString);
        assertFalse(run.err().contains("unexpected"), run::toString);
    }

    private static String value(Run info, String key) {
        for (String line : info.lines()) {
            if (line.startsWith(key + "  ")) {
                return line.substring(key.length()).strip();
            }
        }
        throw new AssertionError("no " + key + " in " + info.text() + info);
    }
}
