package io.polybloom.cli.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListCommandTest {

    @Test
    void namesEveryFilterAndWhatIsWrongWithIt() {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            String[] where = {"--redis", server.uri()};
            for (String name : List.of("clicks", "{shop}:urls", "half", "lost", "copied", "deleted")) {
                assertEquals(
                        0,
                        Run.with(where, "add", "--name", name, "--capacity", "10k")
                                .exitCode());
            }
            Run.with(where, "expire", "clicks", "--at", "2200-01-01T00:00:00Z");
            Run.with(where, "delete", "deleted");
            StoredFilter.loseRegisterAndCopy(redis, "lost");
            StoredFilter.loseRegister(redis, "copied");
            StoredFilter.undoCreation(redis, "half", 1);
            StoredFilter.storeForeignHash(redis, "other program");
            redis.call("SET", StoredFilter.register("a string"), "value");

            Run list = Run.with(where, "list");
            assertEquals(0, list.exitCode(), list::toString);
            assertEquals(
                    List.of(
                            "clicks classic-v1 10,000 0.01 2200-01-01T00:00:00Z ready",
                            "copied classic-v1 10,000 0.01 never ready",
                            "half classic-v1 10,000 0.01 never unfinished",
                            "{shop}:urls classic-v1 10,000 0.01 never ready"),
                    list.lines().stream()
                            .skip(1)
                            .map(line ->
                                    line.replaceAll("  +\\w+ +[\\d.]+ KiB", "").replaceAll(" +", " "))
                            .toList());
            assertEquals("", list.err());
        }
    }

    @Test
    void aFilterWithoutItsPartitionsIsNotReady() {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            String[] where = {"--redis", server.uri()};
            String[] size = {"--capacity", "10k", "--partitions", "3"};
            for (String name : List.of("all", "one", "{t}one", "one:1", "whole", "{t}whole")) {
                Run.with(where, "add", concat(size, "--name", name));
            }
            Run.withInput("a\n", where, "add", "--name", "window", "--capacity", "100", "--window", "1d");
            Run.withInput("a\n", where, "add", "--name", "empty", "--capacity", "100", "--window", "1d");
            StoredFilter.losePartitions(redis, "all");
            StoredFilter.losePartition(redis, "one", 1);
            StoredFilter.losePartition(redis, "{t}one", 2);
            Run list = Run.with(where, "list");
            assertEquals(
                    List.of(
                            "all data lost",
                            "empty ready",
                            "one data lost",
                            "one:1 ready",
                            "whole ready",
                            "window ready",
                            "{t}one data lost",
                            "{t}whole ready"),
                    list.lines().stream()
                            .skip(1)
                            .map(line -> line.replaceAll(" .*  ", " "))
                            .toList());
            assertTrue(Run.with(where, "list", "--json").text().contains("\"state\":\"data lost\""));
        }
    }

    private static String[] concat(String[] some, String... others) {
        return Stream.concat(Stream.of(some), Stream.of(others)).toArray(String[]::new);
    }

    @Test
    void saysWhichRightAUserLacks() {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            redis.call("ACL", "SETUSER", "me", "on", ">pw", "~*", "+@all", "-scan");
            Run run = Run.of("list", "--redis", server.uri().replace("redis://", "redis://me:pw@"));
            Run.assertFails("bloom: this user may not list the keys of the server", 1, run);
            Run wrong = Run.of("list", "--redis", server.uri().replace("redis://", "redis://me:wrong@"));
            Run.assertFails("bloom: no access to the server; the server said: WRONGPASS", 1, wrong);
        }
    }

    @Test
    void saysWhatAServerWithoutScanCannotDo() {
        try (RedisServer server = RedisServer.start("rename-command SCAN \"\"")) {
            Run run = Run.of("list", "--redis", server.uri());
            Run.assertFails(
                    "bloom: the server refused SCAN, without which its filters cannot be listed: 'bloom info NAME'"
                            + " shows a filter whose name is known; the server said: ERR unknown command",
                    1,
                    run);
        }
    }

    @Test
    void aServerWithoutInfoServesAllCommands() {
        try (RedisServer server = RedisServer.start("rename-command INFO \"\"")) {
            String[] where = {"--redis", server.uri()};
            assertEquals(0, Run.with(where, "list").exitCode());
            Run added = Run.withInput("a\n", where, "add", "--name", "n", "--capacity", "1k");
            assertEquals(0, added.exitCode(), added::toString);
            String[] named = {"--redis", server.uri(), "--name", "n"};
            assertEquals("present\ta\n", Run.withInput("a\n", named, "check").text());
            assertEquals(List.of("n"), names(Run.with(where, "list")));
        }
    }

    @Test
    void asksEveryNodeOfACluster() {
        try (RedisCluster cluster = RedisCluster.start()) {
            String[] where = {"--redis", cluster.uri()};
            List<String> names = new ArrayList<>();
            for (char letter = 'a'; letter <= 'h'; letter++) {
                names.add("filter-" + letter);
                Run.with(where, "add", "--name", "filter-" + letter, "--capacity", "100");
            }
            assertEquals(names, names(Run.with(where, "list")));
            assertTrue(
                    cluster.nodes().stream().allMatch(node -> holdsAny(node, names)),
                    "every node has the register of a filter");
        }
    }

    private static boolean holdsAny(RedisServer node, List<String> names) {
        try (RespClient redis = node.client()) {
            return names.stream().anyMatch(name -> StoredFilter.exists(redis, name));
        }
    }

    @ParameterizedTest
    @CsvSource({"jedis", "lettuce", "redisson", "vertx"})
    void asksAllIndependentServers(String client) {
        try (RedisServer one = RedisServer.start();
                RedisServer two = RedisServer.start()) {
            String[] where = {"--redis", one.uri() + "," + two.uri(), "--client", client};
            Run.with(where, "add", "--name", "spread", "--capacity", "100");
            assertEquals(List.of("spread"), names(Run.with(where, "list")));
        }
    }

    @Test
    void thereMayBeNone() {
        try (RedisServer server = RedisServer.start()) {
            Run list = Run.of("list", "--redis", server.uri());
            assertEquals(0, list.exitCode(), list::toString);
            assertEquals(1, list.lines().size(), list.text());
            assertEquals(
                    "{\"command\":\"list\",\"filters\":[]}\n",
                    Run.of("list", "--json", "--redis", server.uri()).text());
        }
    }

    private static List<String> names(Run list) {
        assertEquals(0, list.exitCode(), list::toString);
        return list.lines().stream()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }
}
