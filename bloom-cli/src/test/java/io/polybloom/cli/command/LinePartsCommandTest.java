package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.OnRedis;
import io.polybloom.cli.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The part of a line that is its element, alike in all commands. */
class LinePartsCommandTest extends OnRedis {

    private static final String WARNING = "warning: line 2 ends with a CR, which is a part of its element: if the lines"
            + " end with CR LF, as in files from Windows, use --crlf\n";

    @Test
    void everyCommandTakesFieldsAsDedupDoes() {
        for (String adding : List.of("add", "load", "dedup", "rebuild")) {
            String name = "by-" + adding;
            String[] where = {"--name", name, "--redis", server.uri(), "--field", "2", "--delimiter", ","};
            boolean counts = List.of("add", "dedup").contains(adding);
            String[] size = {"--layout", counts ? "counting-v1" : "classic-v1", "--capacity", "100"};
            String lines = "1,a,x\n2,b,y\n";
            if (adding.equals("rebuild")) {
                succeeds(Run.with(new String[] {"--name", name, "--redis", server.uri()}, "add", size));
                succeeds(Run.withInput(
                        lines, adding, name, "--redis", server.uri(), "--field", "2", "--delimiter", ","));
            } else {
                succeeds(Run.withInput(lines, where, adding, size));
            }
            assertEquals(
                    "present\t7,a,z\nabsent\t1,c,x\n",
                    succeeds(Run.withInput("7,a,z\n1,c,x\n", where, "check")).text());
            if (!counts) {
                continue;
            }
            Run removed = succeeds(Run.withInput("8,a,q\n1,c,x\n", where, "remove"));
            assertTrue(removed.err().startsWith("2 lines: 1 removed, 1 not in the filter"), removed::toString);
            Run whole = succeeds(Run.withInput("a\nb\n", "check", "--name", name, "--redis", server.uri()));
            assertEquals("absent\ta\npresent\tb\n", whole.text());
        }
        Run counted = succeeds(
                Run.withInput("1,a\n2,a\n", "count", "--redis", server.uri(), "--field", "2", "--delimiter", ","));
        assertEquals("1\n", counted.text());
    }

    @Test
    void aFileFromWindowsIsNoticedAndItsReturnsCanBeDropped() {
        String[] where = {"--name", "n", "--redis", server.uri()};
        String windows = "\na\r\nb\r\n";
        for (String command : List.of("add", "load", "dedup", "check", "explain")) {
            String[] size = command.equals("check") ? new String[0] : new String[] {"--capacity", "100"};
            Run noticed = succeeds(Run.withInput(windows, where, command, size));
            assertTrue(noticed.err().contains(WARNING), noticed::toString);
            assertEquals(1, noticed.err().split("warning", -1).length - 1, noticed::toString);
        }
        assertEquals(
                "absent\ta\npresent\ta\r\n",
                succeeds(Run.withInput("a\na\r\n", where, "check")).text());
        for (String command : List.of("add", "load", "dedup")) {
            String[] other = {"--name", command, "--redis", server.uri()};
            Run added = succeeds(Run.withInput(windows, other, command, "--capacity", "100", "--crlf"));
            assertFalse(added.err().contains("warning"), added::toString);
            assertEquals(command.equals("dedup") ? windows : "", added.text());
            Run plain = succeeds(Run.withInput("a\nb\na\r\n", other, "check"));
            assertEquals("present\ta\npresent\tb\nabsent\ta\r\n", plain.text());
            Run asked = succeeds(Run.withInput("a\r\na\n", other, "check", "--crlf"));
            assertEquals("present\ta\r\npresent\ta\n", asked.text());
        }
    }

    /** A field before the last one does not end with the CR. */
    @Test
    void aReturnBesideTheElementDoesNotMatter() {
        String[] where = {"--redis", server.uri(), "--name", "n", "--capacity", "9", "--field", "1"};
        Run first = succeeds(Run.withInput("a\tb\r\n", where, "add"));
        assertFalse(first.err().contains("warning"), first::toString);
    }
}
