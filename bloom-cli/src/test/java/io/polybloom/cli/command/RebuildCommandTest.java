package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.cli.Samples;
import io.polybloom.cli.server.Client;
import io.polybloom.tck.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A filter that is rebuilt, as a user does it. */
class RebuildCommandTest {

    private static final List<String> LINES = Samples.texts("url", 2000);

    private RedisServer server;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        List<String> arguments = List.of("add", "--name", "urls", "--capacity", "1200", "--over-capacity", "grow");
        assertEquals(0, run(LINES, arguments.toArray(new String[0])).exitCode());
    }

    @AfterEach
    void stop() {
        server.close();
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
                rebuilt.err().startsWith("filter 'urls' is rebuilt from 2,000 lines: capacity 5000, "),
                rebuilt::toString);
        Run info = run(List.of(), "info", "urls");
        assertTrue(info.text().contains("blocked-v1"), info::toString);
        Run checked = run(LINES, "check", "--name", "urls");
        assertEquals(
                2000,
                checked.text()
                        .lines()
                        .filter(line -> line.startsWith("present\t"))
                        .count());
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
        Run.assertFails("no use for a size", 2, run(List.of(), "rebuild", "--abandon", "urls", "--capacity", "5"));
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
