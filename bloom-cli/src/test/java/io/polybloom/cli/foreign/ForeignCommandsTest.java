package io.polybloom.cli.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.OnRedis;
import io.polybloom.cli.Run;
import io.polybloom.cli.Samples;
import io.polybloom.cli.server.Client;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Filters of other systems on the command line, from the first line to their deletion. */
class ForeignCommandsTest extends OnRedis {

    static List<Object[]> layoutsAndClients() {
        List<Object[]> rows = new ArrayList<>();
        for (List<String> options : List.of(
                List.of("redisson", "--capacity", "1000", "--fpp", "0.001"),
                List.of("guava-64", "--capacity", "1000", "--fpp", "0.001"),
                List.of("guava-32", "--bits", "20032", "--hashes", "7"),
                List.of("guava-helper", "--capacity", "1000", "--fpp", "0.001"),
                List.of("go-zero", "--bits", "20000"),
                List.of("bkdr", "--bits", "20000", "--hashes", "8"))) {
            for (Client client : Client.values()) {
                rows.add(new Object[] {options, client});
            }
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("layoutsAndClients")
    void live(List<String> layout, Client client) {
        List<String> all = new ArrayList<>(List.of("--layout"));
        all.addAll(layout);
        all.addAll(List.of("--name", "f", "--redis", server.uri(), "--client", client.toString()));
        String[] options = all.toArray(new String[0]);
        assertFails("there is no filter 'f'", Run.withInput("apple\n", options, "check"));

        Run first = Run.withInput("apple\nbeech\napple\n", options, "dedup");
        assertEquals("apple\nbeech\n", first.text(), first::toString);
        assertEquals("", Run.withInput("apple\nbeech\n", options, "dedup").text());
        Run added = Run.withInput("cedar\nbeech\n", options, "add");
        assertTrue(added.err().startsWith("2 lines: 1 added, 1 already present in "), added::toString);
        Run checked = Run.withInput("apple\nelm\ncedar\n", options, "check");
        assertEquals("present\tapple\nabsent\telm\npresent\tcedar\n", checked.text(), checked::toString);

        Run info = Run.with(options, "info");
        assertEquals(layout.get(0), info.value("layout"));
        assertEquals("3 elements", info.value("estimated count"));
        assertEquals("never", info.value("expires"));

        Run explained = Run.withInput("apple\nbeech\n", options, "explain");
        String[] offline = Arrays.copyOf(options, options.length - 4);
        assertEquals(Run.withInput("apple\nbeech\n", offline, "explain").text(), explained.text(), "needs no server");

        Run deleted = Run.with(options, "delete");
        assertEquals("filter 'f' deleted\n", deleted.err());
        try (RespClient redis = server.client()) {
            assertEquals(List.of(), redis.keys("*"));
        }
        assertFails("there is no filter 'f'", Run.with(options, "info"));
    }

    /** The key and offsets of the original's order; nobody listens there. */
    @Test
    void explainTouchesNoServer() {
        Run run = Run.withInput(
                "hello\n",
                "explain",
                "--layout",
                "bkdr",
                "--bits",
                "1000",
                "--hashes",
                "16",
                "--redis",
                "redis://192.0.2.1:1,redis://192.0.2.2:2",
                "--name",
                "p");
        assertEquals(
                "{\"element\":\"hello\",\"server\":0,\"partition\":0,\"key\":\"p.0\",\"offsets\":"
                        + "[322,550,588,294,492,22,995,655,239,335,711,207,599,615,575,935]}\n",
                run.text(),
                run::toString);
    }

    @Test
    void independentServersOfBkdr() {
        try (RedisServer other = RedisServer.start()) {
            String[] options = {
                "--layout",
                "bkdr",
                "--bits",
                "100000",
                "--hashes",
                "4",
                "--name",
                "p",
                "--redis",
                server.uri() + "," + other.uri()
            };
            String lines = String.join("\n", Samples.texts("x", 100));
            assertEquals(100, Run.withInput(lines, options, "dedup").lines().size());
            List<Explained> places = Run.withInput(lines, options, "explain").lines().stream()
                    .map(Explained::parse)
                    .toList();
            for (RedisServer one : List.of(server, other)) {
                try (RespClient redis = one.client()) {
                    assertEquals(List.of("p.0"), redis.keys("*"));
                    int index = one == server ? 0 : 1;
                    long bits = places.stream()
                            .filter(place -> place.server() == index)
                            .flatMap(place -> place.offsets().stream())
                            .distinct()
                            .count();
                    assertEquals(bits, redis.integer("BITCOUNT", "p.0"));
                }
            }
            assertEquals("2", Run.with(options, "info").value("servers"));
            for (String command : List.of("info", "delete", "explain", "check")) {
                Run refused = Run.withInput("x\n", replaced(options, "bkdr", "guava-helper"), command);
                Run.assertFails("keeps a filter on one server, but 2 are named: name one", 2, refused);
            }
            String servers = options[options.length - 1];
            Run stored = Run.of("info", "p", "--layout", "redisson", "--redis", servers);
            Run.assertFails("keeps a filter on one server, but 2 are named: name one", 2, stored);
        }
    }

    /** A filter that has so few elements that the first server holds none. */
    @Test
    void aFilterOnTheSecondServerOnly() {
        try (RedisServer other = RedisServer.start()) {
            String[] options = {
                "--layout",
                "bkdr",
                "--bits",
                "1000",
                "--hashes",
                "4",
                "--name",
                "p",
                "--redis",
                server.uri() + "," + other.uri()
            };
            assertEquals(
                    1,
                    Explained.parse(Run.withInput("z\n", options, "explain")
                                    .lines()
                                    .get(0))
                            .server());
            Run.withInput("z\n", options, "add");
            assertEquals("present\tz\n", Run.withInput("z\n", options, "check").text());
            assertEquals(0, Run.with(options, "delete").exitCode());
        }
    }

    @Test
    void storedParametersNeedNoMoreThanTheLayout() {
        String[] where = {"--name", "f", "--layout", "redisson", "--redis", server.uri()};
        Run.withInput("a\n", where, "add", "--capacity", "500", "--fpp", "0.02");
        assertEquals("present\ta\n", Run.withInput("a\n", where, "check").text());
        assertEquals("500 elements", Run.with(where, "info").value("capacity"));
        assertEquals(1, Run.withInput("a\n", where, "explain").lines().size());
        assertFails(
                "capacity is 500, not 501", Run.withInput("a\n", where, "add", "--capacity", "501", "--fpp", "0.02"));
        assertEquals(0, Run.with(where, "delete").exitCode());
        assertFails(
                "there is no filter 'f'; to create it, give --capacity N (or --bits M --hashes K)",
                Run.withInput("a\n", where, "add"));
    }

    @Test
    void parametersThatAreNotStoredMustBeGiven() {
        String[] where = {"--name", "gz", "--redis", server.uri()};
        Run.withInput("a\n", where, "add", "--layout", "go-zero", "--bits", "20000");
        assertFails(
                "bytes, but the layout go-zero stores no parameters: open it with those that it was created with,"
                        + " --bits M\n",
                Run.withInput("a\n", where, "check", "--layout", "go-zero"));
        assertFails(
                "the layout guava-64 stores no parameters: open it with those that it was created with, --bits M"
                        + " --hashes K or --capacity N --fpp P\n",
                Run.withInput("a\n", where, "check", "--layout", "guava-64"));
        assertFails("there is no filter 'gz'", Run.withInput("a\n", where, "check", "--layout", "bkdr"));
        assertFails("there is no filter 'gz'", Run.withInput("a\n", where, "check", "--layout", "redisson"));
    }

    @Test
    void sizesThatALayoutDoesNotKnow() {
        String[] where = {"--name", "f", "--redis", server.uri()};
        Run.assertFails("need 11008 bits", 2, add(where, "go-zero", "--capacity", "1000"));
        Run.assertFails("always has 14 hashes, not 3", 2, add(where, "go-zero", "--bits", "1000", "--hashes", "3"));
        Run.assertFails("cannot be sized by a capacity: give its bits", 2, add(where, "bkdr", "--capacity", "1000"));
        Run.assertFails("from 1 to 24", 2, add(where, "bkdr", "--bits", "1000", "--hashes", "25"));
        Run.assertFails("bits and hashes must be given together", 2, add(where, "bkdr", "--bits", "1000"));
        Run.assertFails("4294967294", 2, add(where, "redisson", "--capacity", "1000000000"));
        Run.assertFails("leave out partitions", 2, add(where, "redisson", "--capacity", "1000", "--partitions", "2"));
        Run.assertFails("can only degrade", 2, add(where, "guava-64", "--capacity", "1000", "--over-capacity", "grow"));
        try (RespClient redis = server.client()) {
            assertEquals(List.of(), redis.keys("*"));
        }
    }

    @Test
    void aStringThatIsTooLongIsWarnedOf() {
        String[] where = {"--name", "gz", "--layout", "go-zero", "--redis", server.uri()};
        Run right = Run.withInput("a\nb\nc\n", where, "add", "--bits", "20000");
        assertTrue(right.err().lines().noneMatch(line -> line.contains("warning")), right::toString);
        for (String command : List.of("check", "info", "dedup")) {
            Run wrong = Run.withInput("a\n", where, command, "--bits", "1000");
            assertTrue(
                    wrong.err().startsWith("bloom: warning: the key gz has ")
                            && wrong.err().contains(" bytes, more than the 125 that the parameters allow"),
                    wrong::toString);
        }
    }

    @Test
    void infoRecognisesWhatLiesUnderAName() {
        String[] where = {"--redis", server.uri()};
        Run.withInput("a\n", where, "add", "--name", "re", "--layout", "redisson", "--capacity", "5000");
        Run.withInput("a\n", where, "add", "--name", "native", "--capacity", "5000");
        try (RespClient redis = server.client()) {
            redis.call("SETBIT", "gz", 19999, 1);
            redis.call("SETBIT", "php.0", 7, 1);
            redis.call("SETBIT", "two", 800, 1);
            redis.call("SETBIT", "two.0", 900, 1);
            redis.call("RPUSH", "list", "x");
        }
        assertEquals("classic-v1", Run.with(where, "info", "native").value("layout"));
        assertFinds("re", "a filter of capacity 5,000 and false-positive rate 0.01: open it with --layout redisson");
        String guess =
                ", which stores no parameters: open it with --layout go-zero, guava-32, guava-64 or guava-helper and"
                        + " the parameters that it was created with";
        assertFinds("gz", "the string 'gz' of 2,500 bytes (20,000 bits)" + guess);
        String php = ", which stores no parameters: open it with --layout bkdr and the parameters that it was created"
                + " with";
        assertFinds("php", "the string 'php.0' of 1 byte (8 bits)" + php);
        assertFinds(
                "two",
                "the string 'two.0' of 113 bytes (904 bits)" + php,
                "the string 'two' of 101 bytes (808 bits)" + guess);
        assertFails("there is no filter 'nothing'", Run.with(where, "info", "nothing"));
        assertFails("there is no filter 'list'", Run.with(where, "info", "list"));
    }

    private void assertFinds(String name, String... findings) {
        Run info = Run.of("info", name, "--redis", server.uri());
        assertEquals(0, info.exitCode(), info::toString);
        List<String> expected = new ArrayList<>();
        expected.add("there is no native filter '" + name + "', but under this name there is");
        Arrays.stream(findings).map(finding -> "  " + finding).forEach(expected::add);
        assertEquals(expected, info.lines());
    }

    private static Run add(String[] where, String layout, String... size) {
        List<String> options = new ArrayList<>(List.of("--layout", layout));
        options.addAll(List.of(size));
        return Run.withInput("a\n", where, "add", options.toArray(new String[0]));
    }

    private static String[] replaced(String[] options, String old, String now) {
        return Arrays.stream(options)
                .map(option -> option.equals(old) ? now : option)
                .toArray(String[]::new);
    }

    private static void assertFails(String fragment, Run run) {
        Run.assertFails(fragment, 1, run);
    }
}
