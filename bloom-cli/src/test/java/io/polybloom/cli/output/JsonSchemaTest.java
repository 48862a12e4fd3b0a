package io.polybloom.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.polybloom.cli.Run;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that is printed with --json, as a program reads it. */
class JsonSchemaTest {

    private static final Schema SCHEMA = schema();

    private final RedisServer server = RedisServer.start();
    private final String[] where = {"--json", "--redis", server.uri()};
    private final Set<String> seen = new HashSet<>();

    @TempDir
    Path directory;

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void everyLineIsAsTheSchemaSays() {
        String guava = directory.resolve("f.bloom").toString();
        lines(1, Run.of("plan", "--json", "--capacity", "10k"));
        lines(1, Run.of("plan", "--json", "--capacity", "10k", "--window", "1h"));
        lines(1, Run.of("acl", "--json", "--role", "reader"));
        lines(3, Run.withInput("a\nb\n", where, "dedup", "--name", "n", "--capacity", "1k"));
        lines(1, Run.withInput("a\nc\n", where, "add", "--name", "n"));
        lines(1, Run.withInput("a\nc\n", where, "load", "--name", "m", "--capacity", "1k", "--over-capacity", "grow"));
        lines(
                1,
                Run.withInput(
                        numbers(3000), where, "add", "--name", "g", "--capacity", "1k", "--over-capacity", "grow"));
        lines(1, Run.withInput("a\n", where, "add", "--name", "w", "--capacity", "1k", "--window", "1h"));
        lines(1, Run.withInput("a\n", where, "add", "--name", "k", "--capacity", "1k", "--keyed"));
        byte[] binary = {'a', '\n', (byte) 0xff, '\n'};
        lines(3, Run.withInput(binary, "check", "--json", "--redis", server.uri(), "--name", "n"));
        lines(3, Run.withInput("x\n", where, "explain", "--name", "g"));
        for (String name : List.of("n", "g", "w", "k")) {
            lines(1, Run.with(where, "info", name));
        }
        lines(1, Run.with(where, "expire", "m", "--at", "2200-01-01T00:00:00Z"));
        lines(1, Run.with(where, "info", "m"));
        lines(1, Run.with(where, "expire", "m", "--never"));
        try (RespClient redis = server.client()) {
            redis.call("SET", "a string", "bits");
            StoredFilter.loseRegisterAndCopy(redis, "k");
            StoredFilter.claim(redis, "half", "m");
        }
        lines(1, Run.with(where, "info", "a string"));
        lines(1, Run.with(where, "info", "half"));
        lines(2, Run.with(where, "watch", "g", "--count", "2"));
        lines(1, Run.with(where, "list"));
        lines(1, Run.with(where, "merge", "n", "m", "--into", "nm"));
        lines(1, Run.withInput("a\nb\n", where, "rebuild", "n", "--capacity", "2k"));
        lines(1, Run.with(where, "rebuild", "n", "--abandon"));
        lines(1, Run.of("copy", "--json", "--name", "n", "--from", server.uri(), "--to-name", "copy"));
        lines(1, Run.withInput("a\n", where, "add", "--name", "u", "--layout", "guava-64", "--capacity", "1k"));
        lines(
                1,
                Run.with(where, "export", "--name", "u", "--layout", "guava-64", "--capacity", "1k", "--guava", guava));
        lines(1, Run.with(where, "import", "--name", "v", "--guava", guava));
        lines(1, Run.with(where, "export", "--name", "g", "--snapshot", guava));
        lines(1, Run.with(where, "import", "--name", "imported", "--snapshot", guava));
        lines(2, Run.withInput("a\nb\n", where, "count", "--name", "visitors"));
        lines(
                1,
                Run.withInput(
                        "a\n",
                        where,
                        "add",
                        "--name",
                        "c",
                        "--layout",
                        "counting-v1",
                        "--capacity",
                        "1k",
                        "--over-capacity",
                        "degrade"));
        lines(1, Run.withInput("a\n", where, "remove", "--name", "c"));
        lines(1, Run.with(where, "clear", "n"));
        lines(1, Run.with(where, "delete", "n"));
        lines(1, Run.with(where, "demo", "--count", "1000", "--client", "jedis"));
        assertEquals(
                Set.of(
                        "plan", "acl", "dedup", "add", "load", "check", "info", "expire", "list", "merge", "rebuild",
                        "copy", "export", "import", "clear", "delete", "demo", "watch", "count", "remove"),
                seen);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"command\":\"delete\"}",
                "{\"command\":\"delete\",\"name\":\"n\",\"lines\":1}",
                "{\"command\":\"info\",\"name\":\"n\"}",
                "{\"command\":\"load\",\"name\":\"n\",\"lines\":-1}",
                "{\"command\":\"nothing\",\"name\":\"n\"}",
                "{\"element\":\"a\",\"hex\":\"61\",\"present\":true}",
                "{\"element\":\"a\",\"present\":\"true\"}"
            })
    void theSchemaRefusesAnythingElse(String line) {
        assertFalse(SCHEMA.validate(line, InputFormat.JSON).isEmpty(), line);
    }

    /** Checks all lines of both streams, but those of `dedup`, which are data. */
    private void lines(int expected, Run run) {
        assertEquals(0, run.exitCode(), run::toString);
        List<String> printed = (run.text() + run.err()).lines().toList();
        assertEquals(expected, printed.size(), run.text() + run);
        for (String line : printed) {
            if (line.startsWith("{")) {
                assertEquals(List.of(), SCHEMA.validate(line, InputFormat.JSON), line);
                if (line.startsWith("{\"command\":\"")) {
                    seen.add(line.split("\"")[3]);
                }
            }
        }
        assertTrue(printed.get(printed.size() - 1).startsWith("{"), run::toString);
    }

    private static String numbers(int count) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(i).append('\n');
        }
        return lines.toString();
    }

    private static Schema schema() {
        try {
            String text = Files.readString(Path.of("..", "docs", "command-line.schema.json"), StandardCharsets.UTF_8);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(text, InputFormat.JSON);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
