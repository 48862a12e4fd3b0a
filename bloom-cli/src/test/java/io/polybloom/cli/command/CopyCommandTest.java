package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.cli.Samples;
import io.polybloom.cli.server.Client;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Filters that are copied to other places, as a user does it. */
class CopyCommandTest {

    private static final String LINES = String.join("\n", Samples.texts("x", 3000));

    private RedisServer from;
    private RedisServer to;

    @BeforeEach
    void start() {
        from = RedisServer.start();
        to = RedisServer.start();
    }

    @AfterEach
    void stop() {
        from.close();
        to.close();
    }

    static List<List<String>> layouts() {
        return List.of(
                List.of("--layout", "redisson", "--capacity", "5000"),
                List.of("--layout", "guava-64", "--capacity", "5000"),
                List.of("--layout", "guava-32", "--capacity", "5000"),
                List.of("--layout", "guava-helper", "--capacity", "5000"),
                List.of("--layout", "go-zero", "--bits", "100000"),
                List.of("--layout", "bkdr", "--bits", "100000", "--hashes", "6"),
                List.of("--capacity", "5000"),
                List.of("--layout", "blocked-v1", "--capacity", "5000", "--partitions", "3"));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void underAnotherName(List<String> layout) {
        String[] size = layout.toArray(new String[0]);
        add("f", from.uri(), size);
        Map<String, byte[]> before = strings(from);
        Run copied = copy(size, "--from", from.uri(), "--to-name", "g");
        assertTrue(copied.err().startsWith("filter 'g': "), copied::toString);
        assertTrue(copied.err().contains(" copied and verified, SHA-256 "), copied::toString);
        assertHolds("f", from.uri(), size);
        assertHolds("g", from.uri(), size);
        Map<String, byte[]> after = strings(from);
        assertEquals(2 * before.size(), after.size(), () -> after.keySet().toString());
        before.forEach((key, string) -> assertArrayEquals(string, after.get(key), key));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void toAnotherServer(List<String> layout) {
        String[] size = layout.toArray(new String[0]);
        add("f", from.uri(), size);
        copy(size, "--from", from.uri(), "--to", to.uri());
        assertHolds("f", to.uri(), size);
        boolean isNative = needed(size).length == 0;
        if (!isNative) {
            Map<String, byte[]> expected = strings(from);
            Map<String, byte[]> copied = strings(to);
            assertEquals(expected.keySet(), copied.keySet());
            expected.forEach((key, string) -> assertArrayEquals(string, copied.get(key), key));
        }
        assertHolds("f", from.uri(), size);
    }

    @ParameterizedTest
    @EnumSource
    void byEachClient(Client client) {
        String[] size = {"--layout", "redisson", "--capacity", "5000", "--client", client.toString()};
        add("f", from.uri(), size);
        copy(size, "--from", from.uri(), "--to", to.uri(), "--to-name", "g");
        assertHolds("g", to.uri(), size);
    }

    @Test
    void aGrownFilter() {
        String[] size = {"--capacity", "400", "--over-capacity", "grow"};
        add("f", from.uri(), size);
        copy(new String[0], "--from", from.uri(), "--to", to.uri(), "--to-name", "g");
        assertHolds("g", to.uri(), new String[0]);
        assertEquals(
                Run.of("info", "f", "--redis", from.uri()).value("state"),
                Run.of("info", "g", "--redis", to.uri()).value("state"));
    }

    @Test
    void fromTwoServersToTwoOthers() {
        String[] size = {"--layout", "bkdr", "--bits", "100000", "--hashes", "6"};
        try (RedisServer secondFrom = RedisServer.start();
                RedisServer secondTo = RedisServer.start()) {
            add("p", from.uri() + "," + secondFrom.uri(), size);
            String[] more = {"--name", "p", "--from", from.uri() + "," + secondFrom.uri()};
            Run copied =
                    Run.with(concat(size, more), "copy", "--to", to.uri() + "," + secondTo.uri(), "--to-name", "q");
            assertEquals(0, copied.exitCode(), copied::toString);
            assertTrue(copied.err().startsWith("filter 'q': 2 keys with "), copied::toString);
            assertArrayEquals(strings(from).get("p.0"), strings(to).get("q.0"));
            assertArrayEquals(strings(secondFrom).get("p.0"), strings(secondTo).get("q.0"));
            assertHolds("q", to.uri() + "," + secondTo.uri(), size);
            Run uneven = Run.with(concat(size, more), "copy", "--to", to.uri(), "--to-name", "r");
            Run.assertFails("as many servers for the target as for the source", 2, uneven);
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void canBeRepeatedAfterItWasInterrupted(List<String> layout) {
        String[] size = layout.toArray(new String[0]);
        add("f", from.uri(), size);
        try (ScriptedServer front = ScriptedServer.inFrontOf(to)) {
            for (String refused : List.of("SET", "GETRANGE")) {
                front.answer(request -> request.name().equals(refused) ? "-LOADING not yet" : null);
                Run interrupted = copyTo(size, front.uri());
                Run.assertFails("try again later", 1, interrupted);
                Run.assertFails("there is no filter 'f'", 1, check("f", to.uri(), size));
            }
            front.answer(request -> null);
            assertEquals(0, copyTo(size, front.uri()).exitCode());
        }
        assertHolds("f", to.uri(), size);
        strings(to).keySet().forEach(key -> assertTrue(!key.endsWith(":copy"), key));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void aTargetThatExistsIsLeftAlone(List<String> layout) {
        String[] size = layout.toArray(new String[0]);
        add("f", from.uri(), size);
        Run.withInput("other\n", concat(size, "--name", "f", "--redis", to.uri()), "add");
        Map<String, String> before = snapshot(to);
        Run.assertFails("already exists", 1, copyTo(size, to.uri()));
        assertEquals(before, snapshot(to));
    }

    @Test
    void mistakes() {
        String[] size = {"--layout", "go-zero", "--bits", "100000"};
        Run.assertFails(
                "there is no filter 'typo'",
                1,
                Run.of("copy", "--name", "typo", "--from", from.uri(), "--to", to.uri()));
        Run.assertFails("there is no filter 'f'", 1, copyTo(size, to.uri()));
        add("f", from.uri(), size);
        Run.assertFails(
                "stores no parameters",
                1,
                Run.of("copy", "--name", "f", "--layout", "go-zero", "--from", from.uri(), "--to", to.uri()));
        Run.assertFails(
                "the copy needs another server or another name",
                2,
                Run.with(concat(size, "--name", "f"), "copy", "--from", from.uri()));
        to.kill();
        Run unreachable = copyTo(size, to.uri());
        Run.assertFails(to.uri().replace("redis://", ""), 1, unreachable);
        assertEquals(
                List.of(),
                new ArrayList<>(snapshot(from).keySet().stream()
                        .filter(key -> !key.equals("f"))
                        .toList()));
    }

    private static void add(String name, String servers, String[] size) {
        Run added = Run.withInput(LINES, concat(size, "--name", name, "--redis", servers), "add");
        assertEquals(0, added.exitCode(), added::toString);
    }

    /** Returns what must be said of a filter that exists: nothing if it is one of our own. */
    private static String[] needed(String[] size) {
        List<String> given = List.of(size);
        boolean isNative = !given.contains("--layout") || given.contains("blocked-v1");
        return isNative ? new String[0] : size;
    }

    private static Run check(String name, String servers, String[] size) {
        return Run.withInput(LINES, concat(needed(size), "--name", name, "--redis", servers), "check");
    }

    private static void assertHolds(String name, String servers, String[] size) {
        Run checked = check(name, servers, size);
        assertEquals(0, checked.exitCode(), checked::toString);
        assertEquals(3000, checked.lines().size());
        checked.lines().forEach(line -> assertTrue(line.startsWith("present\t"), line));
    }

    private static Run copy(String[] size, String... places) {
        Run copied = Run.with(concat(needed(size), places), "copy", "--name", "f");
        assertEquals(0, copied.exitCode(), copied::toString);
        return copied;
    }

    private Run copyTo(String[] size, String target) {
        return Run.with(needed(size), "copy", "--name", "f", "--from", from.uri(), "--to", target);
    }

    private static Map<String, byte[]> strings(RedisServer server) {
        Map<String, byte[]> strings = new TreeMap<>();
        try (RespClient redis = server.client()) {
            for (String key : redis.keys("*")) {
                if (redis.text("TYPE", key).equals("string")) {
                    strings.put(key, (byte[]) redis.call("GET", key));
                }
            }
        }
        return strings;
    }

    private static Map<String, String> snapshot(RedisServer server) {
        try (RespClient redis = server.client()) {
            return redis.snapshot();
        }
    }

    private static String[] concat(String[] first, String... second) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(second));
        return all.toArray(new String[0]);
    }
}
