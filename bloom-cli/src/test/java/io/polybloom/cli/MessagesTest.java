package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message names the problem for people first, and the command last. */
class MessagesTest {

    @TempDir
    Path directory;

    private static final String ADVICE = "check that the server is running and that its address is right";

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void theAddressIsDoubtedOnlyWhenNobodyAnswers(String client) throws IOException {
        try (RedisServer server = RedisServer.start("requirepass secret");
                RespClient owner = server.client()) {
            String address = "127.0.0.1:" + server.port();
            begins("the server requires a password", client, "redis://" + address);
            begins("the server rejected the user name or the password", client, "redis://:wrong@" + address);
            owner.call("ACL", "SETUSER", "me", "on", ">pw", "~*", "+@all", "-hgetall");
            begins(
                    "the user lacks the right to this command or key: check the user's permissions",
                    client,
                    "redis://me:pw@" + address);
            begins("", client, server.uri() + "/99");
        }
        int nobody = freePort();
        Run run = info(client, "redis://127.0.0.1:" + nobody);
        assertTrue(run.err().startsWith("bloom: no connection to the server: "), run::toString);
        assertTrue(run.err().contains(ADVICE), run::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void aNodeOfAClusterIsAnsweredWithTheUriToUse(String client) {
        try (RedisCluster cluster = RedisCluster.start(2)) {
            // The first half of the slots, with that of the register of this filter, belongs to the other node.
            RedisServer other = cluster.nodes().get(1);
            String address = "127.0.0.1:" + other.port();
            begins(
                    "redis://" + address + " is a node of a cluster: use redis-cluster://" + address,
                    client,
                    "redis://" + address);
        }
    }

    /** What a node keeps of a filter would be unfinished, and in the way of the filter of the cluster. */
    @Test
    void aNodeOfAClusterGetsNoFilter() throws IOException {
        try (RedisServer single = RedisServer.start();
                RedisCluster cluster = RedisCluster.start(2)) {
            Path snapshot = directory.resolve("snapshot");
            String[] here = {"--redis", single.uri()};
            Run made = Run.withInput("a\n", here, "add", "--name", "n", "--capacity", "10000", "--partitions", "8");
            assertEquals(0, made.exitCode(), made::toString);
            Run.with(here, "export", "--name", "n", "--snapshot", snapshot.toString());
            Path guava = directory.resolve("guava");
            String[] foreign = {"--layout", "guava-64", "--capacity", "1000"};
            Run.withInput("a\n", here, "add", concat(foreign, "--name", "g"));
            Run exported = Run.with(here, "export", concat(foreign, "--name", "g", "--guava", guava.toString()));
            assertEquals(0, exported.exitCode(), exported::toString);
            for (RedisServer node : cluster.nodes()) {
                String uri = "redis://127.0.0.1:" + node.port();
                String complaint = uri + " is a node of a cluster: use redis-cluster://127.0.0.1:" + node.port();
                String size = " --name n --capacity 100 --partitions 8";
                for (String command : List.of(
                        "add" + size,
                        "load" + size,
                        "dedup" + size,
                        "demo --count 10 --partitions 8",
                        "import --name n --snapshot " + snapshot,
                        "import --name n --guava " + guava)) {
                    String[] words = (command + " --redis " + uri).split(" ");
                    Run.assertFails(complaint, 1, Run.withInput("a\n", words));
                }
                Run.assertFails(complaint, 1, Run.of("copy", "--name", "n", "--from", single.uri(), "--to", uri));
                try (RespClient redis = node.client()) {
                    assertEquals(0, redis.integer("DBSIZE"));
                }
            }
        }
    }

    /** The filters to be merged are on one node, to which their tag leads, and so is the register of the new one. */
    @Test
    void aNodeOfAClusterMergesNoFilters() {
        try (RedisCluster cluster = RedisCluster.start(2)) {
            String size = " --capacity 100 --partitions 8 --redis redis-cluster://127.0.0.1:"
                    + cluster.nodes().get(0).port();
            for (String name : List.of("{n}a", "{n}b")) {
                Run made = Run.withInput("a\n", ("add --name " + name + size).split(" "));
                assertEquals(0, made.exitCode(), made::toString);
            }
            for (RedisServer node : cluster.nodes()) {
                try (RespClient redis = node.client()) {
                    long before = redis.integer("DBSIZE");
                    String uri = "redis://127.0.0.1:" + node.port();
                    Run merged = Run.of("merge", "{n}a", "{n}b", "--into", "o", "--redis", uri);
                    Run.assertFails(uri + " is a node of a cluster: use redis-cluster://", 1, merged);
                    assertEquals(before, redis.integer("DBSIZE"));
                }
            }
        }
    }

    /** One with a window takes the memory when the first line comes, so this test costs nothing. */
    @Test
    void aLargeFilterIsAnnounced() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--redis", server.uri(), "--window", "1d", "--slices", "1"};
            Run large = Run.with(where, "dedup", "--name", "large", "--capacity", "500M");
            assertEquals(0, large.exitCode(), large::toString);
            assertTrue(
                    large.err().startsWith("bloom: warning: the filter 'large' is created now and takes "),
                    large::toString);
            Run again = Run.with(where, "dedup", "--name", "large", "--capacity", "500M");
            assertFalse(again.err().contains("warning"), again::toString);
            Run small = Run.with(where, "dedup", "--name", "small", "--capacity", "1M");
            assertFalse(small.err().contains("warning"), small::toString);
        }
    }

    /** It has the keys of every filter, so a client for one server will do. */
    @Test
    void aClusterOfOneNodeIsAServer() {
        try (RedisCluster cluster = RedisCluster.start(1)) {
            String uri = "redis://127.0.0.1:" + cluster.nodes().get(0).port();
            Run added = Run.withInput("a\n", "add", "--name", "n", "--capacity", "9", "--redis", uri);
            assertEquals(0, added.exitCode(), added::toString);
        }
    }

    private static String[] concat(String[] some, String... others) {
        return Stream.concat(Stream.of(some), Stream.of(others)).toArray(String[]::new);
    }

    private static void begins(String words, String client, String uri) {
        Run run = info(client, uri);
        assertTrue(run.err().startsWith("bloom: " + words), run::toString);
        assertFalse(run.err().contains(ADVICE), run::toString);
    }

    private static Run info(String client, String uri) {
        Run run = Run.of("info", "n", "--redis", uri, "--client", client);
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals(1, run.err().lines().count(), run::toString);
        assertFalse(run.err().matches("(?s).*(Exception|[a-z]+\\.[a-z]+\\.[A-Z]).*"), run::toString);
        assertFalse(run.err().contains("wrong"), run::toString);
        return run;
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return probe.getLocalPort();
        }
    }
}
