package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The conveniences of the commands: numbers as people write them, the address of the server, the output. */
class HandyCommandsTest {

    private final RedisServer server = RedisServer.start("requirepass sesame");
    private final String address = "redis://127.0.0.1:" + server.port();

    @TempDir
    Path directory;

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void numbersAreReadAsPeopleWriteThem() {
        Run run = Run.of("plan", "--capacity", "10M", "--fpp", "1%");
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals(Run.of("plan", "--capacity", "10_000_000", "--fpp", "0.01").text(), run.text());
        assertEquals(Run.of("plan", "--capacity", "1e7").text(), run.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void passwordAndAddressComeFromTheEnvironment(String client) {
        Map<String, String> environment = Map.of("REDIS_URL", address, "REDISCLI_AUTH", "sesame");
        Run added = Run.in(environment, "a\n", "add", "--name", "n", "--capacity", "1k", "--client", client);
        assertEquals(0, added.exitCode(), added::toString);
        assertEquals(
                "present\ta\n",
                Run.in(environment, "a\n", "check", "--name", "n").text());
        assertTrue(isThere());
    }

    @Test
    void theOptionWinsOverTheEnvironmentAndTheUriOverTheVariable() {
        Map<String, String> environment = Map.of("REDIS_URL", "redis://127.0.0.1:1", "REDISCLI_AUTH", "wrong");
        Run added = Run.in(environment, "a\n", "add", "--name", "n", "--capacity", "1k", "--redis", server.uri());
        assertEquals(0, added.exitCode(), added::toString);
        assertTrue(isThere());
        Run embedded = Run.in(
                environment,
                "a\n",
                "add",
                "--name",
                "n",
                "--capacity",
                "1k",
                "--data-dir",
                directory.resolve("data").toString());
        assertEquals(0, embedded.exitCode(), embedded::toString);
    }

    @Test
    void aWrongVariableIsNamed() {
        Run run = Run.in(Map.of("REDIS_URL", "localhost"), "", "list");
        Run.assertFails("REDIS_URL: 'localhost' is not the address of a Redis server", 2, run);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void passwordComesFromAFile(String client) throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "sesame\n");
        String[] where = {"--redis", address, "--client", client, "--password-file", file.toString()};
        Run added = Run.withInput("a\n", where, "add", "--name", "n", "--capacity", "1k");
        assertEquals(0, added.exitCode(), added::toString);
        assertTrue(isThere());
    }

    @Test
    void aPasswordFileWithoutPasswordIsAnError() throws IOException {
        Path empty = Files.writeString(directory.resolve("empty"), "");
        Run.assertFails(
                "empty is empty: put the password there",
                1,
                Run.of("list", "--redis", address, "--password-file", empty.toString()));
        Run.assertFails(
                "no such file",
                1,
                Run.of(
                        "list",
                        "--redis",
                        address,
                        "--password-file",
                        directory.resolve("none").toString()));
    }

    @Test
    void checkPrintsTheLinesThatAreAskedFor() {
        String[] where = {"--name", "n", "--redis", server.uri()};
        Run.withInput("a\nb\n", where, "add", "--capacity", "1k");
        assertEquals(
                "b\na\n",
                Run.withInput("b\nz\na\n", where, "check", "--present").text());
        assertEquals(
                "z\n", Run.withInput("b\nz\na\n", where, "check", "--absent").text());
        Run all = Run.withInput("b\nz\na\n", where, "check");
        assertEquals("present\tb\nabsent\tz\npresent\ta\n", all.text());
        assertEquals("3 lines: 2 present, 1 absent\n", all.err());
        Run quiet = Run.withInput("b\n", where, "check", "--quiet");
        assertEquals("present\tb\n", quiet.text());
        assertEquals("", quiet.err());
    }

    @Test
    void clearRemovesTheElementsAndNothingElse() {
        String[] where = {"--redis", server.uri()};
        Run.withInput("a\nb\n", where, "add", "--name", "n", "--capacity", "1k");
        Run.with(where, "expire", "n", "--at", "2200-01-01T00:00:00Z");
        Run cleared = Run.with(where, "clear", "n");
        assertEquals(0, cleared.exitCode(), cleared::toString);
        assertEquals("filter 'n' cleared\n", cleared.err());
        Run info = Run.with(where, "info", "n");
        assertEquals("0 elements", info.value("estimated count"));
        assertEquals("1,000 elements", info.value("capacity"));
        assertEquals("2200-01-01T00:00:00Z", info.value("expires"));
        Run.assertFails("there is no filter 'none'", 1, Run.with(where, "clear", "none"));
    }

    @Test
    void quietLeavesErrorsAlone() {
        String[] where = {"--redis", server.uri(), "--quiet"};
        Run added = Run.withInput("a\n", where, "load", "--name", "n", "--capacity", "1k");
        assertEquals(0, added.exitCode(), added::toString);
        assertEquals("", added.err());
        assertEquals("", Run.with(where, "clear", "n").err());
        Run.assertFails("there is no filter 'none'", 1, Run.with(where, "delete", "none"));
        assertEquals("", Run.with(where, "delete", "n").err());
        Run bars = Run.onTerminal(
                "", "load", "--name", "m", "--capacity", "1k", "--partitions", "200", "-q", "--redis", server.uri());
        assertEquals("", bars.err());
    }

    /** Their filter exists, so its size is stored, unless another system has made it. */
    @ParameterizedTest
    @ValueSource(strings = {"check", "remove", "info", "export", "copy", "clear", "delete", "expire", "watch"})
    void aCommandThatCreatesNothingHasNoOptionsOfCreation(String command) {
        String help = Run.of("help", command).text();
        for (String option : List.of("--partitions", "--keyed", "--over-capacity", "--window", "--slices")) {
            assertFalse(help.contains(option), option);
        }
        int others = help.indexOf("Only for filters of other systems");
        assertTrue(others > 0 || !help.contains("--capacity"), help);
        for (String option : List.of("--capacity", "--fpp", "--layout", "--bits", "--hashes")) {
            int at = help.indexOf(" " + option);
            assertTrue(at < 0 || at > others, () -> option + " in " + help);
        }
        boolean readsLines = List.of("check", "remove").contains(command);
        assertEquals(readsLines, help.contains("--elements"), help);
    }

    private boolean isThere() {
        try (RespClient redis = server.client()) {
            return StoredFilter.exists(redis, "n");
        }
    }
}
