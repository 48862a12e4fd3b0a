package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.OnRedis;
import io.polybloom.cli.Run;
import io.polybloom.cli.Samples;
import io.polybloom.cli.server.Client;
import io.polybloom.tck.server.RespClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lines that are removed from a filter, and lines that are counted, as a user does it. */
class CountingCommandsTest extends OnRedis {

    private static final List<String> LINES = Samples.texts("line", 500);
    private static final String[] COUNTING = {"--layout", "counting-v1", "--capacity", "1000", "--fpp", "1e-9"};

    @ParameterizedTest
    @EnumSource
    void removedLinesAreAbsent(Client client) {
        succeeds(run(text(LINES), "add", COUNTING));
        Run removed = run(text(LINES.subList(0, 200)) + "never added\n", "remove", "--client", client.toString());
        assertEquals(
                "201 lines: 200 removed, 1 not in the filter\n",
                succeeds(removed).err());
        assertEquals("", removed.text());
        List<String> checked = succeeds(run(text(LINES), "check")).lines();
        for (int i = 0; i < LINES.size(); i++) {
            assertEquals((i < 200 ? "absent\t" : "present\t") + LINES.get(i), checked.get(i));
        }
        Run again = run(text(LINES.subList(0, 200)), "remove");
        assertEquals(
                "200 lines: 0 removed, 200 not in the filter\n", succeeds(again).err());
    }

    /** With so few counters, removing a line once more than it was added would make others absent. */
    @Test
    void aLineIsRemovedNoMoreOftenThanItWasAdded() {
        String[] small = {"--layout", "counting-v1", "--capacity", "600", "--fpp", "0.01"};
        List<String> others = Samples.texts("other", 300);
        succeeds(run(text(others) + text(LINES.subList(0, 100)) + "twice\ntwice\n", "add", small));
        String repeated = text(LINES.subList(0, 100)).repeat(3) + "twice\n".repeat(4);
        Run removed = run(repeated, "remove");
        assertEquals(List.of(), succeeds(run(text(others), "check", "--absent")).lines());
        assertEquals(
                "304 lines: 102 removed, 202 not in the filter\n",
                succeeds(removed).err());
        assertEquals("twice\n", succeeds(run("twice\n", "check", "--absent")).text());
    }

    @Test
    void whatWasDoneIsSummedUpIfAFailureEndsTheRun() {
        succeeds(run(text(LINES), "add", COUNTING));
        Run closed = Run.withoutReader(text(LINES) + "other\n", "check", "--name", "w", "--redis", server.uri());
        assertEquals(141, closed.exitCode(), closed::toString);
        assertEquals("501 lines: 500 present, 1 absent\n", closed.err());
        try (RespClient admin = server.client()) {
            admin.call("CONFIG", "SET", "maxmemory", "1");
        }
        Run refused = run(LINES.get(0) + "\nother\n", "remove");
        assertEquals(1, refused.exitCode(), refused::toString);
        List<String> errors = refused.err().lines().toList();
        assertEquals("1 line: 0 removed, 1 not in the filter", errors.get(0));
        assertTrue(errors.get(1).startsWith("bloom: "), refused::toString);
    }

    @Test
    void aFilterOfBitsRemovesNothing() {
        succeeds(run(text(LINES), "add", "--capacity", "1000"));
        Run refused = run(text(LINES), "remove");
        assertEquals(1, refused.exitCode(), refused::toString);
        assertTrue(refused.err().startsWith("bloom: the filter 'w' has the layout 'classic-v1', which cannot remove"));
        assertEquals(1, refused.err().lines().count(), refused::toString);
        Run absent = Run.withInput("x\n", "remove", "--name", "other", "--redis", server.uri());
        assertEquals("bloom: there is no filter 'other'\n", absent.err());
        assertEquals(2, Run.withInput("x\n", "remove", "--name", "w").exitCode(), "nothing was kept");
    }

    @Test
    void aFilterThatCountsIsDescribed() {
        succeeds(run(text(LINES), "add", COUNTING));
        String info = succeeds(run("", "info")).text();
        assertTrue(info.contains("counting-v1"), info);
        assertFalse(info.contains("sampled"), info);
        Run load = run("x\n", "load");
        assertEquals(1, load.exitCode(), load::toString);
        assertTrue(load.err().contains("counts elements"), load::toString);
    }

    @ParameterizedTest
    @EnumSource
    void distinctLinesAreCounted(Client client) {
        String[] redis = {"--redis", server.uri(), "--client", client.toString()};
        Run monday = Run.withInput(text(LINES) + text(LINES), redis, "count", "--name", "monday");
        long count = Long.parseLong(succeeds(monday).text().strip());
        assertEquals(500, count, 20);
        assertTrue(monday.err().startsWith("1,000 lines read; about " + count + " distinct, with a"), monday::toString);
        try (RespClient client2 = server.client()) {
            assertEquals(count, client2.integer("PFCOUNT", "monday"));
        }
        succeeds(Run.withInput("one\ntwo\n", redis, "count", "--name", "tuesday"));
        Run week = Run.withInput(
                "", redis, "count", "--name", "week", "--no-input", "--merge", "monday", "--merge", "tuesday");
        assertEquals(502, Long.parseLong(succeeds(week).text().strip()), 20);
        assertTrue(week.err().startsWith("0 lines read; "), week::toString);
    }

    /** The rights that docs/counting.md names. */
    @ParameterizedTest
    @EnumSource
    void aUserWhoOnlyCountsNeedsFewRights(Client client) {
        try (RespClient admin = server.client()) {
            String rights = "~visitors:* +pfadd +pfcount +pfmerge +wait +bitfield +getrange +set +unlink +pexpire"
                    + " +ping +select +client|setname";
            admin.call((Object[]) ("ACL SETUSER counter on >pw " + rights).split(" "));
            // In the slot of the counter, to which the merged ones are copied.
            admin.call("ACL", "SETUSER", "counter", "~{visitors:week}:*");
        }
        String uri = server.uri().replace("redis://", "redis://counter:pw@");
        String[] redis = {"--redis", uri, "--client", client.toString()};
        succeeds(Run.withInput("a\nb\n", redis, "count", "--name", "visitors:monday"));
        Run week = Run.withInput("c\n", redis, "count", "--name", "visitors:week", "--merge", "visitors:monday");
        assertEquals("3\n", succeeds(week).text());
        assertEquals(1, Run.withInput("a\n", redis, "count", "--name", "others").exitCode());
    }

    @Test
    void linesAreCountedWithoutAServer() {
        Run counted = succeeds(Run.withInput("a\nb\na\n", "count"));
        assertEquals("2\n", counted.text());
        assertEquals("3 lines read; about 2 distinct, with a standard error of 1\n", counted.err());
    }

    @Test
    void programsGetJson() {
        Run counted = succeeds(Run.withInput("a\nb\na\n", "count", "--json", "--name", "n"));
        String estimate = "{\"command\":\"count\",\"name\":\"n\",\"distinct\":2,\"relativeStandardError\":0.008125";
        assertEquals(estimate + "}\n", counted.text());
        assertEquals(estimate + ",\"lines\":3}\n", counted.err());
        succeeds(run("a\n", "add", COUNTING));
        assertEquals(
                "{\"command\":\"remove\",\"name\":\"w\",\"lines\":2,\"removed\":1,\"absent\":1}\n",
                succeeds(run("a\nb\n", "remove", "--json")).err());
    }

    @Test
    void aNameThatNoCounterHasIsWrongUsage() {
        for (String[] wrong : new String[][] {{"--name", "a{b"}, {"--merge", "}"}}) {
            Run run = Run.withInput("a\n", new String[0], "count", wrong);
            assertEquals(2, run.exitCode(), run::toString);
            assertTrue(run.err().startsWith("bloom: a name may contain braces only"), run::toString);
        }
    }

    @Test
    void aForeignKeyIsAnErrorOfOneLine() {
        try (RespClient client = server.client()) {
            client.call("SET", "text", "value");
        }
        Run refused = Run.withInput("a\n", "count", "--name", "text", "--redis", server.uri());
        assertEquals(1, refused.exitCode(), refused::toString);
        assertEquals(1, refused.err().lines().count(), refused::toString);
        assertEquals("", refused.text());
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    private Run run(String input, String command, String... options) {
        String[] common = {"--name", "w", "--redis", server.uri()};
        return Run.withInput(input, common, command, options);
    }
}
