package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.OnRedis;
import io.polybloom.cli.Run;
import io.polybloom.cli.Samples;
import io.polybloom.cli.server.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A filter that is rebuilt, as a user does it. */
class RebuildCommandTest extends OnRedis {

    private static final List<String> LINES = Samples.texts("url", 2000);

    @BeforeEach
    void addLines() {
        List<String> arguments = List.of("add", "--name", "urls", "--capacity", "1200", "--over-capacity", "grow");
        assertEquals(0, run(LINES, arguments.toArray(new String[0])).exitCode());
    }

    @ParameterizedTest
    @EnumSource
    void aFilterOfAnotherSizeAndLayout(Client client) {
        Run rebuilt = run(
                LINES,
                "rebuild",
                "urls",
                "--capacity",
                "5000",
                "--layout",
                "blocked-v1",
                "--client",
                client.toString());
        assertEquals(0, rebuilt.exitCode(), rebuilt::toString);
        assertEquals("", rebuilt.text());
        assertTrue(
                rebuilt.err().startsWith("filter 'urls' rebuilt from 2,000 lines: capacity 5,000, "),
                rebuilt::toString);
        Run info = run(List.of(), "info", "urls");
        assertTrue(info.text().contains("blocked-v1"), info::toString);
        assertEquals(2000, present());
    }

    /** A name with a typo must not cost the filter its elements. */
    @Test
    void nothingIsForgottenIfNotAllLinesCanBeRead(@TempDir Path directory) throws IOException {
        Path some = Files.write(directory.resolve("some"), LINES.subList(0, 10));
        String missing = directory.resolve("missing").toString();
        for (List<String> files : List.of(List.of(missing), List.of(some.toString(), missing))) {
            List<String> arguments = new ArrayList<>(List.of("rebuild", "urls"));
            arguments.addAll(files);
            Run failed = run(List.of(), arguments.toArray(new String[0]));
            assertEquals(1, failed.exitCode(), failed::toString);
            assertTrue(failed.err().contains("missing: No such file"), failed::toString);
            assertTrue(
                    failed.err().contains("not all lines could be read: the filter 'urls' is unchanged"),
                    failed::toString);
        }
        Run.assertFails("the input has no lines: the filter 'urls' is unchanged", 1, run(List.of(), "rebuild", "urls"));
        assertEquals(2000, present());
        Run abandoned = run(List.of(), "rebuild", "--abandon", "urls");
        assertEquals("the filter 'urls' is not being rebuilt\n", abandoned.err());
    }

    private long present() {
        Run checked = run(LINES, "check", "--name", "urls");
        return checked.text()
                .lines()
                .filter(line -> line.startsWith("present\t"))
                .count();
    }

    @Test
    void nothingToAbandon() {
        Run abandoned = run(List.of(), "rebuild", "--abandon", "urls");
        assertEquals(0, abandoned.exitCode(), abandoned::toString);
        assertEquals("the filter 'urls' is not being rebuilt\n", abandoned.err());
    }

    @Test
    void mistakes() {
        Run.assertFails("there is no filter 'ulrs'", 1, run(LINES, "rebuild", "ulrs"));
        Run.assertFails("there is no filter 'ulrs'", 1, run(List.of(), "rebuild", "--abandon", "ulrs"));
        Run.assertFails(
                "--abandon cannot be combined with",
                2,
                run(List.of(), "rebuild", "--abandon", "urls", "--capacity", "5"));
        Run.assertFails("capacity", 2, run(LINES, "rebuild", "urls", "--capacity", "0"));
        Run.assertFails("NAME", 2, run(LINES, "rebuild"));
        Run.assertFails("--redis URI or --data-dir DIR", 2, Run.of("rebuild", "urls"));
    }

    private Run run(List<String> lines, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--redis", server.uri()));
        return Run.withInput(String.join("\n", lines), all.toArray(new String[0]));
    }
}
