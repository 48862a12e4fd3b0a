package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a filter from the first line to its deletion, on every kind of server. */
class FilterCommandsTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void oneServerWithPasswordAndDatabase(String client) {
        try (RedisServer server = RedisServer.start("requirepass \"p@ss:word\"")) {
            live(server.uri() + "/2", client);
            try (RespClient direct = server.client()) {
                assertEquals(List.of(), direct.keys("*"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void independentServers(String client) {
        try (RedisServer one = RedisServer.start();
                RedisServer two = RedisServer.start()) {
            String servers = one.uri() + "," + two.uri();
            live(servers, client);
            Run.withInput("a\n", "add", "--name", "n", "--capacity", "100", "--redis", servers, "--client", client);
            try (RespClient first = one.client();
                    RespClient second = two.client()) {
                assertEquals(3, first.keys("*").size(), "the register, its copy and partition 0");
                assertEquals(1, second.keys("*").size(), "partition 1");
            }
        }
    }

    /** A bar that has vanished leaves the characters that wipe its line. */
    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void aTerminalShowsHowFarWorkOnAllPartitionsHasCome(String client) {
        String wiped = "\r\u001b[K";
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri(), "--client", client};
            Run created = Run.onTerminal("", with(where, "add", "--capacity", "1000", "--partitions", "200"));
            assertEquals(0, created.exitCode(), created::toString);
            assertTrue(created.err().contains(wiped), created::toString);
            Run opened = Run.onTerminal("", with(where, "add"));
            assertFalse(opened.err().contains(wiped), opened::toString);
            for (String[] expiry : List.of(new String[] {"--at", "2200-01-01T00:00:00Z"}, new String[] {"--never"})) {
                Run expires = Run.onTerminal("", with(where, "expire", expiry));
                assertTrue(expires.err().contains(wiped + "filter 'n' "), expires::toString);
            }
            Run deleted = Run.onTerminal("", with(where, "delete"));
            assertTrue(deleted.err().endsWith(wiped + "filter 'n' deleted\n"), deleted::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void serversInAnotherOrderAreNoticed(String client) {
        try (RedisServer one = RedisServer.start();
                RedisServer two = RedisServer.start();
                RedisServer three = RedisServer.start();
                RespClient second = two.client()) {
            String lines = numbers(10);
            String size = "--capacity 1000 --partitions 6 --client " + client;
            Run made = dedup(lines, List.of(one, two, three), size);
            assertEquals(10, made.lines().size(), made::toString);
            List<String> keys = second.keys("*");
            Run reversed = dedup(lines, List.of(two, one, three), size);
            assertFails("the filter 'n' has its register on server 2 of 3, not on the first", reversed);
            Run unsized = dedup(lines, List.of(three, two, one), "--client " + client);
            assertFails("the filter 'n' has its register on server 3 of 3, not on the first", unsized);
            Run exchanged = dedup(lines, List.of(one, three, two), size);
            assertEquals(1, exchanged.exitCode(), exchanged::toString);
            assertFails(
                    "spread over 3 servers, but 2 are named. Nothing was changed: name all 3, in the order",
                    dedup(lines, List.of(one, two), size));
            assertEquals(keys, second.keys("*"), "nothing was changed");
            assertEquals("", dedup(lines, List.of(one, two, three), size).text());
        }
    }

    @Test
    void oneOfTwoServersIsNotEnough() {
        try (RedisServer one = RedisServer.start();
                RedisServer two = RedisServer.start();
                RedisServer empty = RedisServer.start();
                RespClient first = one.client()) {
            Run made = dedup(numbers(10), List.of(one, two), "--capacity 1000 --partitions 6");
            assertEquals(0, made.exitCode(), made::toString);
            Path file = directory.resolve("snapshot");
            Run exported = Run.of("export", "--name", "n", "--snapshot", file.toString(), "--redis", uris(one, two));
            assertEquals(0, exported.exitCode(), exported::toString);
            Map<String, String> before = first.snapshot();
            String complaint =
                    "the filter 'n' is spread over 2 servers, but 1 is named. Nothing was changed: name both,"
                            + " in the order in which they were named when it was created; the first has its register";
            for (String command : List.of("info", "clear", "delete", "rebuild", "expire --never", "watch --count 1")) {
                List<String> words = new ArrayList<>(List.of(command.split(" ")));
                words.addAll(List.of("n", "--redis", one.uri()));
                assertFails(complaint, Run.withInput("1\n", words.toArray(new String[0])));
            }
            for (String command : List.of("check", "add", "add --capacity 1000 --partitions 6", "load", "explain")) {
                List<String> words = new ArrayList<>(List.of(command.split(" ")));
                words.addAll(List.of("--name", "n", "--redis", one.uri()));
                assertFails(complaint, Run.withInput("1\n", words.toArray(new String[0])));
            }
            assertFails(complaint, Run.of("import", "--snapshot", file.toString(), "--redis", empty.uri()));
            assertEquals(before, first.snapshot());
        }
    }

    private static String uris(RedisServer... servers) {
        return Stream.of(servers).map(RedisServer::uri).collect(Collectors.joining(","));
    }

    /** Two runs create the filter at the same moment: at least one of them fails, and no line comes out twice. */
    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void serversInAnotherOrderAreNoticedAtTheSameMoment(String client) {
        try (RedisServer one = RedisServer.start();
                RedisServer two = RedisServer.start();
                RedisServer three = RedisServer.start()) {
            String size = "--capacity 1000 --partitions 6 --client " + client;
            // The decision is the engine's, so one client that tries it often is enough.
            int rounds = client.equals("jedis") ? 3 : 1;
            for (int round = 0; round < rounds; round++) {
                List<Run> reversed = together(List.of(one, two), List.of(two, one), size);
                reversed.stream()
                        .filter(run -> run.exitCode() != 0)
                        .forEach(run -> assertFails("these servers are in another order", run));
                together(List.of(one, two, three), List.of(one, three, two), size);
            }
        }
    }

    private static List<Run> together(List<RedisServer> servers, List<RedisServer> exchanged, String options) {
        for (RedisServer server : servers) {
            try (RespClient redis = server.client()) {
                redis.call("FLUSHALL");
            }
        }
        CompletableFuture<Run> other = CompletableFuture.supplyAsync(() -> dedup(numbers(10), exchanged, options));
        Run direct = dedup(numbers(10), servers, options);
        List<Run> both = List.of(direct, other.join());
        assertTrue(both.stream().anyMatch(run -> run.exitCode() == 1), both::toString);
        assertTrue(Collections.disjoint(both.get(0).lines(), both.get(1).lines()), both::toString);
        return both;
    }

    private static Run dedup(String lines, List<RedisServer> servers, String options) {
        String uri = servers.stream().map(RedisServer::uri).collect(Collectors.joining(","));
        return Run.withInput(lines, ("dedup --name n --redis " + uri + " " + options).split(" "));
    }

    private static String[] with(String[] common, String command, String... further) {
        return Stream.of(new String[] {command}, common, further)
                .flatMap(Stream::of)
                .toArray(String[]::new);
    }

    @Test
    void cluster() {
        try (RedisCluster cluster = RedisCluster.start()) {
            for (String client : List.of("jedis", "lettuce", "redisson", "vertx")) {
                live(cluster.uri(), client);
            }
        }
    }

    private static void live(String uri, String client) {
        String[] where = {"--name", "n", "--redis", uri, "--client", client};
        assertFails("there is no filter 'n'; to create it, give --capacity N", Run.withInput("x\n", where, "add"));
        assertFails("there is no filter 'n'", Run.withInput("x\n", where, "check"));
        assertFails("there is no filter 'n'", Run.withInput("", where, "info"));
        assertFails("there is no filter 'n'", Run.withInput("x\n", where, "explain"));
        assertFails("there is no filter 'n'", Run.withInput("", where, "delete"));
        assertFails("there is no filter 'n'", Run.withInput("", where, "expire", "--never"));

        Run added = Run.withInput("a\nb\na\n", where, "add", "--capacity", "1000", "--partitions", "4");
        assertEquals(0, added.exitCode(), added::toString);
        assertTrue(added.err().startsWith("3 lines: 2 added, 1 already present in "), added::toString);
        assertEquals("", added.text());

        Run checked = Run.withInput("a\nz\nb", where, "check");
        assertEquals("present\ta\nabsent\tz\npresent\tb\n", checked.text(), checked::toString);

        Run info = Run.withInput("", where, "info");
        assertEquals("2 elements", info.value("estimated count"));
        assertEquals("1,000 elements", info.value("capacity"));
        assertTrue(info.value("partitions").startsWith("4 of "), info.text());
        assertEquals("never", info.value("expires"));

        Run loaded = Run.withInput("c\nd\na\n", where, "load");
        assertEquals(0, loaded.exitCode(), loaded::toString);
        assertTrue(loaded.err().startsWith("3 lines loaded in "), loaded::toString);
        assertEquals("", loaded.text());
        assertEquals(
                "present\tc\npresent\td\nabsent\tz\n",
                Run.withInput("c\nd\nz\n", where, "check").text());
        assertEquals("4 elements", Run.withInput("", where, "info").value("estimated count"));

        assertFails("capacity", Run.withInput("a\n", where, "add", "--capacity", "999"));
        assertFails(
                "overCapacity is GROW, not DEGRADE",
                Run.withInput("a\n", where, "add", "--capacity", "1000", "--over-capacity", "Degrade"));
        assertEquals("4 elements", Run.withInput("", where, "info").value("estimated count"), "nothing was changed");

        Run wrong = Run.withInput("", where, "expire", "--at", "1999-12-31T23:59:59Z");
        assertEquals(2, wrong.exitCode(), wrong::toString);
        assertTrue(wrong.err().contains("not at 1999-12-31T23:59:59Z"), wrong::toString);
        assertEquals("never", Run.withInput("", where, "info").value("expires"));
        Run expires = Run.withInput("", where, "expire", "--at", "2200-01-01T01:00:00+01:00");
        assertEquals("filter 'n' expires at 2200-01-01T00:00:00Z\n", expires.err());
        assertEquals("2200-01-01T00:00:00Z", Run.withInput("", where, "info").value("expires"));
        Run lasts = Run.withInput("", where, "expire", "--never");
        assertEquals("filter 'n' never expires\n", lasts.err());
        assertEquals("never", Run.withInput("", where, "info").value("expires"));

        assertEquals(0, Run.withInput("", where, "delete").exitCode());
        assertFails("there is no filter 'n'", Run.withInput("", where, "delete"));
    }

    @Test
    void aFilterThatGrowsShowsItsLayers() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri()};
            String lines = numbers(5000);
            Run added = Run.withInput(lines, where, "dedup", "--capacity", "500", "--over-capacity", "grow");
            assertEquals(0, added.exitCode(), added::toString);
            Run info = Run.withInput("", where, "info");
            assertEquals("4 layers", info.value("state"));
            assertEquals(
                    5,
                    info.lines().stream()
                            .dropWhile(line -> !line.startsWith("LAYER"))
                            .count());
            assertEquals("", Run.withInput(lines, where, "dedup").text());
            Run explained = Run.withInput("1\n", where, "explain");
            assertEquals(4, explained.lines().size(), explained::toString);
        }
    }

    @Test
    void aFilterThatRefusesSaysSoInOneLine() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri()};
            Run added = Run.withInput(numbers(5000), where, "dedup", "--capacity", "500", "--over-capacity", "reject");
            assertEquals(1, added.exitCode(), added::toString);
            assertEquals(500, added.lines().size(), 40);
            assertTrue(added.err().contains("the filter 'n' is full: its capacity of 500"), added::toString);
            assertEquals(
                    "sealed: new elements are refused",
                    Run.withInput("", where, "info").value("state"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void aLoadOfManyLinesIsAllThere(String client) {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri(), "--client", client};
            String lines = numbers(50_000);
            Run loaded = Run.withInput(lines, where, "load", "--capacity", "50000", "--partitions", "3");
            assertEquals(0, loaded.exitCode(), loaded::toString);
            assertTrue(loaded.err().startsWith("50,000 lines loaded in "), loaded::toString);
            assertFalse(Run.withInput(lines, where, "check").text().contains("absent"));
            try (RespClient direct = server.client()) {
                assertEquals(5, direct.keys("*").size(), "the register, its copy and the partitions");
                assertEquals(3, direct.executions("bitop"));
            }
        }
    }

    @Test
    void aLoadBeyondTheCapacitySaysSoInOneLine() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri()};
            Run loaded = Run.withInput(numbers(5000), where, "load", "--capacity", "500", "--over-capacity", "reject");
            assertFails("the filter 'n' is full: its capacity of 500 was reached when ", loaded);
            assertFalse(loaded.err().contains(" loaded in "), loaded::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void aFilterWhoseRegisterIsLostIsUsedAsBefore(String client) {
        try (RedisServer server = RedisServer.start();
                RespClient direct = server.client()) {
            String[] where = {"--name", "n", "--redis", server.uri(), "--client", client};
            Run.withInput(numbers(1000), where, "add", "--capacity", "500", "--over-capacity", "grow");
            StoredFilter.loseRegister(direct, "n");
            assertEquals("present\t1\n", Run.withInput("1\n", where, "check").text());
            assertTrue(StoredFilter.exists(direct, "n"));
            StoredFilter.loseCopy(direct, "n");
            Run added = Run.withInput("1\n", where, "add");
            assertTrue(added.err().startsWith("1 line: 0 added, 1 already present in "), added::toString);

            Run deleted = Run.of("delete", "n", "--redis", server.uri(), "--client", client);
            assertEquals("filter 'n' deleted\n", deleted.err());
            assertEquals(List.of(), StoredFilter.keysLeft(direct, "*"));
            assertFails("there is no filter 'n'", Run.withInput("", where, "delete"));
        }
    }

    @Test
    void aFilterWhoseRegisterAndCopyAreLostIsNotFound() {
        try (RedisServer server = RedisServer.start();
                RespClient direct = server.client()) {
            String[] where = {"--name", "n", "--redis", server.uri()};
            Run.withInput("1\n", where, "add", "--capacity", "500");
            StoredFilter.loseRegisterAndCopy(direct, "n");
            assertFails("there is no filter 'n'", Run.withInput("", where, "info"));
            assertFails("there is no filter 'n'", Run.withInput("", where, "delete"));
            Run added = Run.withInput("1\n", where, "add", "--capacity", "500");
            assertTrue(added.err().startsWith("1 line: 1 added, 0 already present in "), added::toString);
        }
    }

    @Test
    void aDeletionOfAnotherSystemsFilterLeavesTheNativeOneAlone() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri()};
            Run.withInput("a\n", where, "add", "--capacity", "1000");
            assertFails("there is no filter 'n'", Run.withInput("", where, "delete", "--layout", "redisson"));
            assertEquals("present\ta\n", Run.withInput("a\n", where, "check").text());
        }
    }

    private static String numbers(int count) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(i).append('\n');
        }
        return lines.toString();
    }

    private static void assertFails(String fragment, Run run) {
        Run.assertFails(fragment, 1, run);
        assertEquals(1, run.err().lines().count(), run::toString);
    }
}
