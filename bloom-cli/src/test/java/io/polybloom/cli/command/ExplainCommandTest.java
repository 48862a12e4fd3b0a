package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bits that explain tells are those that Redis holds. */
class ExplainCommandTest {

    private static final Pattern JSON =
            Pattern.compile("\\{\"(?:element|hex)\":\"(.*)\",\"server\":(\\d+),\"partition\":(\\d+),"
                    + "\"key\":\"(.*)\",\"offsets\":\\[([\\d,]+)]}");

    @ParameterizedTest
    @CsvSource({"1000,3,1", "1001,1,7", "65536,64,3", "4096,12,1"})
    void namesTheBitsFoundInRedis(int bits, int hashes, int partitions) {
        try (RedisServer one = RedisServer.start();
                RedisServer two = RedisServer.start()) {
            String servers = one.uri() + "," + two.uri();
            String[] size = {
                "--bits", "" + bits, "--hashes", "" + hashes, "--partitions", "" + partitions, "--name", "x"
            };
            for (String element : List.of("", "a", "\u00e4\"\\\t", "0123456789abcdef".repeat(40))) {
                Run.withInput(element + "\n", with(size, "add", "--redis", servers));
                Run planned = Run.withInput(element + "\n", with(size, "explain"));
                Run stored = Run.withInput(element + "\n", "explain", "--name", "x", "--redis", servers);
                Matcher plan = parse(planned);
                Matcher real = parse(stored);
                assertEquals(StoredFilter.beginOfPartition("x", plan.group(3)) + "GEN", plan.group(4));
                assertEquals(plan.group(5), real.group(5), "the layer has no part in the offsets");
                assertEquals(plan.group(3), real.group(3));
                assertEquals(Integer.parseInt(real.group(3)) % 2, Integer.parseInt(real.group(2)));
                assertEquals(hashes, offsets(real).size());
                RedisServer server = real.group(2).equals("0") ? one : two;
                assertEquals(new TreeSet<>(offsets(real)), bitsOf(server, real.group(4)));
                assertEquals(
                        0, Run.of("delete", "--name", "x", "--redis", servers).exitCode());
            }
        }
    }

    @Test
    void knowsTheKeyOfAKeyedFilterOrTakesIt() {
        try (RedisServer server = RedisServer.start();
                RespClient client = server.client()) {
            String[] size = {"--capacity", "1000", "--keyed", "--name", "x"};
            Run.withInput("a\n", with(size, "add", "--redis", server.uri()));
            String key = StoredFilter.hashKey(client, "x");
            Matcher stored = parse(Run.withInput("a\n", "explain", "--name", "x", "--redis", server.uri()));
            Matcher planned = parse(Run.withInput("a\n", with(size, "explain", "--hash-key", key)));
            assertEquals(stored.group(5), planned.group(5));
            assertEquals(new TreeSet<>(offsets(stored)), bitsOf(server, stored.group(4)));
            Run info = Run.of("info", "x", "--redis", server.uri());
            assertTrue(info.text().contains("siphash-2-4, with a secret key"), info.text());
            assertFalse(info.text().contains(key), info.text());
            assertUsage("give the key", with(size, "explain"));
            assertUsage("32 lower-case hexadecimal digits", with(size, "explain", "--hash-key", "abc"));
            assertUsage("is not keyed", "explain", "--capacity", "1000", "--hash-key", key);
            assertUsage("is stored", "explain", "--name", "x", "--redis", server.uri(), "--hash-key", key);
        }
    }

    private static void assertUsage(String fragment, String... arguments) {
        Run refused = Run.withInput("a\n", arguments);
        assertEquals(2, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains(fragment), refused::toString);
    }

    @Test
    void readsHexadecimal() {
        String[] size = {"--bits", "5000", "--hashes", "4"};
        Run text = Run.withInput("caf\u00e9\n", with(size, "explain"));
        Run hex = Run.withInput("636166C3a9\n", with(size, "explain", "--hex"));
        assertEquals("636166c3a9", parse(hex).group(1));
        assertEquals(parse(text).group(5), parse(hex).group(5));
        assertTrue(hex.text().startsWith("{\"hex\":\"636166c3a9\","), hex.text());
        Run wrong = Run.withInput("00\n0g\n", with(size, "explain", "--hex"));
        assertEquals(1, wrong.exitCode());
        assertEquals(1, wrong.lines().size());
        assertTrue(wrong.err().startsWith("bloom: line 2 is not hexadecimal"), wrong::toString);
    }

    @Test
    void bytesThatAreNoTextAreShownInHexadecimal() {
        Run run = Run.withInput(new byte[] {'a', (byte) 0xff, 1, '\n'}, "explain", "--bits", "50", "--hashes", "1");
        assertEquals("61ff01", parse(run).group(1));
        assertTrue(run.text().startsWith("{\"hex\":"), run.text());
    }

    private static String[] with(String[] size, String command, String... further) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(size));
        arguments.addAll(List.of(further));
        return arguments.toArray(new String[0]);
    }

    private static Matcher parse(Run run) {
        assertEquals(0, run.exitCode(), run::toString);
        Matcher matcher = JSON.matcher(run.text().stripTrailing());
        assertTrue(matcher.matches(), run.text());
        return matcher;
    }

    private static List<Long> offsets(Matcher json) {
        List<Long> offsets = new ArrayList<>();
        for (String offset : json.group(5).split(",")) {
            offsets.add(Long.valueOf(offset));
        }
        return offsets;
    }

    /** The bits that are set, except the trailer's. */
    private static TreeSet<Long> bitsOf(RedisServer server, String key) {
        TreeSet<Long> bits = new TreeSet<>();
        try (RespClient client = server.client()) {
            byte[] value = (byte[]) client.call("GET", key);
            for (long bit = 0; bit < (value.length - 1) * 8L; bit++) {
                if ((value[(int) (bit >> 3)] & (128 >> (bit & 7))) != 0) {
                    bits.add(bit);
                }
            }
        }
        return bits;
    }
}
