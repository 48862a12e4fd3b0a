package io.polybloom.cli.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that fail in the middle of a run, and the run's statement about each line. */
class UnknownLinesTest {

    private static final String LINES = "a\nb\na\nc\n";

    private final Path unknown;

    UnknownLinesTest(@TempDir Path directory) {
        unknown = directory.resolve("unknown");
    }

    /** The command may have been executed before the connection was cut. */
    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void linesWithoutAnAnswerAreWrittenWithTheirNumbers(String client) throws IOException {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            front.cutReply(UnknownLinesTest::setsBits, 1);
            Run run = dedup(front, "--client", client);
            assertEquals(1, run.exitCode(), run::toString);
            assertEquals("", run.text());
            assertEquals("1\ta\n2\tb\n3\ta\n4\tc\n", Files.readString(unknown), run::toString);
            assertTrue(run.err().startsWith("0 lines: "), "a summary in every case: " + run);
            assertTrue(
                    run.err()
                            .contains("of lines 1 to 4, 4 lines may or may not be in the filter, and 0 lines were not"
                                    + " added"),
                    run::toString);
        }
    }

    /** An error reply proves that nothing has happened. */
    @ParameterizedTest
    @ValueSource(strings = {"NOPERM no right", "READONLY a replica", "OOM too much"})
    void linesThatTheServerHasRefusedAreNotUnknown(String refusal) throws IOException {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            front.answer(request -> setsBits(request) ? "-" + refusal : null);
            Run run = dedup(front);
            assertEquals(1, run.exitCode(), run::toString);
            assertEquals("", Files.readString(unknown), run::toString);
            assertTrue(
                    run.err()
                            .contains("of lines 1 to 4, 0 lines may or may not be in the filter, and 4 lines were not"
                                    + " added"),
                    run::toString);
            assertTrue(run.err().startsWith("0 lines: "), run::toString);
        }
    }

    @Test
    void theFileIsEmptyIfAllIsKnownAndAnErrorIfItCannotBeWritten() throws IOException {
        Files.writeString(unknown, "of the last run");
        Run run = Run.withInput(LINES, "add", "--capacity", "9", "--unknown", unknown.toString());
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals("", Files.readString(unknown));
        Run.assertFails(
                "Is a directory",
                1,
                Run.withInput(
                        LINES,
                        "add",
                        "--capacity",
                        "9",
                        "--unknown",
                        unknown.getParent().toString()));
    }

    private Run dedup(ScriptedServer front, String... further) {
        List<String> arguments = new ArrayList<>(List.of(
                "dedup", "--name", "n", "--capacity", "100", "--redis", front.uri(), "--unknown", unknown.toString()));
        arguments.addAll(List.of(further));
        return Run.withInput(LINES, arguments.toArray(new String[0]));
    }

    private static boolean setsBits(Request request) {
        return request.name().equals("BITFIELD")
                && request.parts().size() > 9
                && request.text(8).equals("SET");
    }
}
