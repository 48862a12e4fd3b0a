package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The main job, on real lines and on odd ones. */
class DedupCommandTest {

    /** A newcomer runs it twice, and wonders why the same lines are printed again. */
    @ParameterizedTest
    @ValueSource(strings = {"dedup", "add", "load"})
    void aNamedFilterThatIsNotKeptSaysSo(String command, @TempDir Path directory) {
        String end = "; the filter 'clicks' has ended with this command: --redis or --data-dir would keep it\n";
        Run forgets = Run.withInput("a\n", command, "--name", "clicks", "--capacity", "100");
        assertTrue(forgets.err().endsWith(end), forgets::toString);
        Run nameless = Run.withInput("a\n", command, "--capacity", "100");
        assertFalse(nameless.err().contains("has ended"), nameless::toString);
        Run keeps = Run.withInput(
                "a\n", command, "--name", "clicks", "--capacity", "100", "--data-dir", directory.toString());
        assertFalse(keeps.err().contains("has ended"), keeps::toString);
    }

    private static final int DISTINCT_LINES = 9_981;
    private static final int DISTINCT_CLIENT_AND_PATH = 7_910;
    private static final String[] SIZE = {"--name", "clicks", "--capacity", "20000", "--fpp", "0.0001"};

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void findsTheDistinctLinesOfTheLogOnTheEmbeddedServer(String client) throws IOException {
        Path log = Files.write(directory.resolve("access.log"), Run.accessLog());
        Run lines = Run.of(dedup("--client", client, log.toString()));
        assertEquals(0, lines.exitCode(), lines::toString);
        assertEquals(distinctLines(), lines.lines());
        assertTrue(lines.err().startsWith("10,000 lines: 9,981 unique, 19 duplicates in "), lines::toString);
        Run pairs = Run.of(dedup("--client", client, "--field", "1,7", "--delimiter", " ", log.toString()));
        assertEquals(DISTINCT_CLIENT_AND_PATH, pairs.lines().size(), pairs::toString);
    }

    @Test
    void everyClientLeavesTheSameBytesAndReadsWhatAnotherWrote() {
        List<List<byte[]>> partitions = new ArrayList<>();
        for (String writer : List.of("jedis", "lettuce", "redisson", "vertx")) {
            try (RedisServer server = RedisServer.start()) {
                Run first = Run.withInput(
                        Run.accessLog(), dedup("--partitions", "3", "--redis", server.uri(), "--client", writer));
                assertEquals(DISTINCT_LINES, first.lines().size(), first::toString);
                for (String reader : List.of("jedis", "lettuce", "redisson", "vertx")) {
                    Run second = Run.withInput(
                            Run.accessLog(), "dedup", "--name", "clicks", "--redis", server.uri(), "--client", reader);
                    assertEquals(0, second.exitCode(), second::toString);
                    assertEquals("", second.text(), writer + " wrote, " + reader + " reads");
                }
                partitions.add(partitionsOf(server));
            }
        }
        assertEquals(3, partitions.get(0).size());
        for (int i = 0; i < 3; i++) {
            assertArrayEquals(partitions.get(0).get(i), partitions.get(1).get(i));
            assertArrayEquals(partitions.get(0).get(i), partitions.get(2).get(i));
        }
    }

    @Test
    void printsTheOtherLines() {
        Run run = Run.withInput("a\nb\na\na\nc\nb\n", dedup("--duplicates"));
        assertEquals("a\na\nb\n", run.text());
    }

    @Test
    void keepsBytesAndEndsTheLastLine() {
        byte[] input = {(byte) 0xff, '\n', 0, '\r', '\n', '\n', (byte) 0xff, '\n', '\n', 0, '\r', '\n', 0};
        byte[] expected = {(byte) 0xff, '\n', 0, '\r', '\n', '\n', 0, '\n'};
        assertArrayEquals(expected, Run.withInput(input, dedup()).out());
        assertEquals(0, Run.of(dedup()).out().length);
    }

    @Test
    void aWriterGoesOnWhereItsLastRunHasEnded() throws IOException {
        try (RedisServer server = RedisServer.start()) {
            String[] writer = dedup("--writer", "w", "--redis", server.uri());
            assertEquals("a\nb\n", Run.withInput("a\nb\na\n", writer).text());
            assertEquals("c\n", Run.withInput("a\nb\na\nc\n", writer).text());
            assertEquals(
                    "",
                    Run.withInput("a\nb\na\nc\n", dedup("--redis", server.uri()))
                            .text());
            Run missing = Run.of(dedup(
                    "--writer",
                    "w",
                    "--redis",
                    server.uri(),
                    directory.resolve("missing").toString(),
                    Files.writeString(directory.resolve("file"), "d\n").toString()));
            assertEquals(1, missing.exitCode(), missing::toString);
            assertEquals("", missing.text(), "the lines after a file that is missing have no numbers");
            Run wrong = Run.of(dedup("--writer", "two words", "--redis", server.uri()));
            assertEquals(2, wrong.exitCode(), wrong::toString);
            assertTrue(wrong.err().startsWith("bloom: the name of a writer must be"), wrong::toString);
        }
        assertEquals(2, Run.of(dedup("--writer", "w")).exitCode());
        assertEquals(
                2,
                Run.of(dedup("--writer", "w", "--duplicates", "--redis", "redis://127.0.0.1:1"))
                        .exitCode());
    }

    @Test
    void keysByFields() {
        Run run = Run.withInput("a\t1\tx\nb\t1\tx\na\t2\tx\na\t1\ty\na\n", dedup("--field", "1,2"));
        assertEquals("a\t1\tx\nb\t1\tx\na\t2\tx\na\n", run.text());
    }

    @Test
    void readsFilesInOrderAndTheStandardInput() throws IOException {
        Path one = Files.writeString(directory.resolve("one"), "a\nb");
        Path two = Files.writeString(directory.resolve("two"), "b\nc\n");
        Run run = Run.withInput("d\na\n", dedup(one.toString(), "-", two.toString()));
        assertEquals("a\nb\nd\nc\n", run.text());
    }

    @Test
    void complainsAboutUnreadableFilesAndLosesNothing() throws IOException {
        Path one = Files.writeString(directory.resolve("one"), "a\nb\n");
        Path two = Files.writeString(directory.resolve("two"), "b\nc\n");
        String missing = directory.resolve("missing").toString();
        Run run = Run.of(dedup(one.toString(), missing, directory.toString(), two.toString()));
        assertEquals(1, run.exitCode());
        assertEquals("a\nb\nc\n", run.text());
        List<String> complaints = run.err().lines().toList();
        assertEquals("bloom: " + missing + ": No such file or directory", complaints.get(0));
        assertEquals("bloom: " + directory + ": Is a directory", complaints.get(1));
        assertEquals(3, complaints.size());
    }

    @Test
    void cutsLargeInputIntoBatches() {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        for (int i = 0; i < 100_000; i++) {
            input.writeBytes((i + "\n" + (i / 2) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        Run run = Run.withInput(input.toByteArray(), "dedup", "--capacity", "100000", "--fpp", "1e-9");
        assertEquals(100_000, run.lines().size(), run::toString);
        assertEquals("99999", run.lines().get(99_999));
    }

    private static String[] dedup(String... further) {
        List<String> arguments = new ArrayList<>(List.of("dedup"));
        arguments.addAll(List.of(SIZE));
        arguments.addAll(List.of(further));
        return arguments.toArray(new String[0]);
    }

    private static List<String> distinctLines() {
        List<String> lines = List.copyOf(new LinkedHashSet<>(
                new String(Run.accessLog(), StandardCharsets.UTF_8).lines().toList()));
        assertEquals(DISTINCT_LINES, lines.size());
        return lines;
    }

    /** In the order of the partitions; the names differ by the layer. */
    private static List<byte[]> partitionsOf(RedisServer server) {
        List<byte[]> values = new ArrayList<>();
        try (RespClient client = server.client()) {
            for (String key : StoredFilter.keysOfPartitions(client, "clicks")) {
                values.add((byte[]) client.call("GET", key));
            }
        }
        return values;
    }
}
