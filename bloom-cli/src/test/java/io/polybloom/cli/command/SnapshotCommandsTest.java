package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.OnRedis;
import io.polybloom.cli.Run;
import io.polybloom.cli.Samples;
import io.polybloom.cli.server.Client;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters in files, as a user writes and reads them. */
class SnapshotCommandsTest extends OnRedis {

    private static final List<String> LINES = Samples.texts("line", 2000);

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void thereAndBack(Client client) throws IOException {
        add("clicks", LINES, "--capacity", "1200", "--over-capacity", "grow", "--keyed");
        Path file = directory.resolve("clicks.snapshot");
        Run exported = run("export", "--name", "clicks", "--snapshot", file.toString(), "--client", client.toString());
        assertEquals(0, exported.exitCode(), exported::toString);
        assertEquals("filter 'clicks' written to " + file + "\n", exported.err());
        Run imported = run("import", "--snapshot", file.toString(), "--name", "again", "--client", client.toString());
        assertEquals(0, imported.exitCode(), imported::toString);
        assertTrue(imported.err().startsWith("filter 'again': created from " + file + ", "), imported::toString);
        assertFalse(imported.err().contains("already"), imported::toString);
        assertHolds("again", LINES);
        Run merged = run("import", "--snapshot", file.toString(), "--client", client.toString());
        assertEquals(0, merged.exitCode(), merged::toString);
        assertTrue(merged.err().startsWith("filter 'clicks': merged with " + file + ", "), merged::toString);
        Path other = directory.resolve("again.snapshot");
        assertEquals(
                0,
                run("export", "--name", "again", "--snapshot", other.toString()).exitCode());
        assertEquals(Files.size(file) - 1, Files.size(other), "the name is shorter by a letter");
    }

    @Test
    void aReaderThatHasGoneEndsAnExport() {
        add("clicks", LINES, "--capacity", "5000");
        Run closed = Run.withoutReader("", "export", "--name", "clicks", "--snapshot", "-", "--redis", server.uri());
        assertEquals(141, closed.exitCode(), closed::toString);
        assertEquals("", closed.err());
    }

    @Test
    void mistakes() throws IOException {
        add("clicks", LINES, "--capacity", "5000");
        add("urls", LINES, "--capacity", "1000", "--layout", "guava-64");
        add("window", LINES, "--capacity", "5000", "--window", "1h");
        add("larger", LINES, "--capacity", "50000");
        String file = directory.resolve("f").toString();
        assertEquals(0, run("export", "--name", "clicks", "--snapshot", file).exitCode());
        Map<String, String> before = content();
        byte[] bytes = Files.readAllBytes(Path.of(file));
        Run.assertFails("no filter 'clack'", 1, run("export", "--name", "clack", "--snapshot", file));
        Run.assertFails("has a window", 1, run("export", "--name", "window", "--snapshot", file));
        Run.assertFails(
                "no snapshots",
                2,
                run("export", "--name", "urls", "--layout", "guava-64", "--capacity", "1000", "--snapshot", file));
        assertArrayEquals(bytes, Files.readAllBytes(Path.of(file)));
        Run.assertFails("cannot be merged", 1, run("import", "--name", "larger", "--snapshot", file));
        Run.assertFails("--name", 2, run("import", "--guava", file));
        Run.assertFails("--snapshot", 2, run("import", "--name", "x"));
        Run.assertFails("--snapshot", 2, run("import", "--guava", file, "--snapshot", file));
        Run.assertFails(
                "none", 1, run("import", "--snapshot", directory.resolve("none").toString()));
        bytes[bytes.length / 2] ^= 1;
        Files.write(Path.of(file), bytes);
        Run.assertFails("the snapshot is damaged", 1, run("import", "--name", "x", "--snapshot", file));
        Run.assertFails("the snapshot is damaged", 1, run("import", "--snapshot", file));
        Files.write(Path.of(file), List.of("a", "b", "this is a text"));
        Run.assertFails("not a snapshot", 1, run("import", "--snapshot", file));
        Map<String, String> after = content();
        after.keySet().removeIf(key -> key.contains("{x"));
        assertEquals(before, after);
    }

    private Run run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--redis", server.uri()));
        return Run.of(all.toArray(new String[0]));
    }

    private void add(String name, List<String> lines, String... size) {
        List<String> all = new ArrayList<>(List.of(size));
        all.addAll(List.of("--name", name, "--redis", server.uri()));
        succeeds(Run.withInput(String.join("\n", lines), all.toArray(new String[0]), "add"));
    }

    private void assertHolds(String name, List<String> lines) {
        String[] options = {"--name", name, "--redis", server.uri()};
        Run checked = succeeds(Run.withInput(String.join("\n", lines), options, "check"));
        assertEquals(lines.size(), checked.lines().size());
        checked.lines().forEach(line -> assertTrue(line.startsWith("present\t"), line));
    }

    private Map<String, String> content() {
        try (RespClient redis = server.client()) {
            return redis.snapshot();
        }
    }
}
