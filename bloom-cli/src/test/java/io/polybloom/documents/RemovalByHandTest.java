package io.polybloom.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Sets;
import io.polybloom.cli.Run;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipe of docs/operations.md finds the keys of one filter, and no others, whatever its name is. */
class RemovalByHandTest {

    /** Each is the beginning of another one, or has characters that a shell, a glob or a regular expression reads. */
    private static final List<String> NAMES = List.of(
            "clicks",
            "clicks2",
            "clicks:2",
            "clicks:2:0",
            "clicks:copy",
            "a*",
            "ab",
            "a.b",
            "a[b]",
            "a?b",
            "a\\b",
            "it's \"quoted\" $HOME",
            "-n",
            "gr\u00fc\u00dfe",
            "{t}clicks",
            "{t}clicks:2",
            "{t}clicks:config",
            "{t}clicks:config:copy",
            "a{t*}");

    private static final String REDIS_CLI = """
            #!/bin/sh
            case "$1" in
              --scan) cat "$KEYS" ;;
              unlink) shift; for key; do printf '%s\\n' "$key" >> "$UNLINKED"; done ;;
            esac
            """;

    @TempDir
    Path directory;

    @Test
    void removesTheKeysOfTheFilterAndNoOthers() throws IOException, InterruptedException {
        List<String> recipe = Page.of(Path.of("docs", "operations.md")).blocks("sh");
        assertEquals(2, recipe.size());
        Path program = Files.writeString(directory.resolve("redis-cli"), REDIS_CLI);
        assertTrue(program.toFile().setExecutable(true));
        String script = recipe.get(0).replace("export FILTER='clicks'\n", "") + recipe.get(1);
        assertFalse(script.contains("FILTER='"));
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            Map<String, List<String>> own = new LinkedHashMap<>();
            for (String name : NAMES) {
                Set<String> before = new TreeSet<>(redis.keys("*"));
                add(server, name);
                own.put(name, List.copyOf(Sets.difference(new TreeSet<>(redis.keys("*")), before)));
            }
            Files.write(directory.resolve("all"), redis.keys("*"));
            for (String name : NAMES) {
                assertTrue(own.get(name).size() >= 5, name);
                assertEquals(own.get(name), unlinked(name, script), name);
            }
        }
    }

    /** Three partitions, one of which is being loaded, and the claims of a writer. */
    private static void add(RedisServer server, String name) {
        String[] where = {"--name", name, "--redis", server.uri()};
        Run added = Run.withInput(
                "a\n", where, "dedup", "--capacity", "1000", "--partitions", "3", "--writer", "orders-0/2");
        assertEquals(0, added.exitCode(), added::toString);
        try (RespClient redis = server.client()) {
            List<String> partition = StoredFilter.keysOfPartition(redis, name, 1);
            assertEquals(1, partition.size(), name);
            redis.call("SET", StoredFilter.temporary(partition.get(0)), "x");
        }
    }

    private List<String> unlinked(String name, String script) throws IOException, InterruptedException {
        Path unlinked = directory.resolve("unlinked");
        Files.deleteIfExists(unlinked);
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", script)
                .directory(directory.toFile())
                .redirectErrorStream(true);
        shell.environment().put("PATH", directory + ":" + System.getenv("PATH"));
        shell.environment().put("FILTER", name);
        shell.environment().put("KEYS", directory.resolve("all").toString());
        shell.environment().put("UNLINKED", unlinked.toString());
        Process process = shell.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
        return List.copyOf(new TreeSet<>(Files.readAllLines(unlinked)));
    }
}
