package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.cli.Run;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that only look create nothing: no filter, no directory, no file. */
class ReadOnlyCommandTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check --name n",
                "check --name n --layout guava-64 --capacity 100",
                "info --name n",
                "watch n",
                "explain --name n",
                "export --guava FILE --name n --layout guava-64 --capacity 100"
            })
    void createsNothing(String words) throws IOException {
        String[] command =
                words.replace("FILE", directory.resolve("out").toString()).split(" ");
        Path missing = directory.resolve("missing");
        Run.assertFails("there is no filter in " + missing, 1, with(command, "--data-dir", missing.toString()));
        assertFalse(Files.exists(missing));
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Run.assertFails("there is no filter in " + empty, 1, with(command, "--data-dir", empty.toString()));
        assertEquals(0, empty.toFile().list().length);
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            Run.assertFails("there is no filter 'n'", 1, with(command, "--redis", server.uri()));
            assertEquals(List.of(), redis.keys("*"));
        }
        assertFalse(Files.exists(directory.resolve("out")));
    }

    @Test
    void listCreatesNothing() {
        Path missing = directory.resolve("missing");
        Run.assertFails("there is no filter in " + missing, 1, Run.of("list", "--data-dir", missing.toString()));
        assertFalse(Files.exists(missing));
    }

    @Test
    void countCreatesNothingIfItReadsNothing() {
        Path missing = directory.resolve("missing");
        Run.of("count", "--no-input", "--data-dir", missing.toString());
        assertFalse(Files.exists(missing));
    }

    private static Run with(String[] command, String... where) {
        return Run.withInput(
                "a\n", Stream.concat(Stream.of(command), Stream.of(where)).toArray(String[]::new));
    }
}
