package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.OnRedis;
import io.polybloom.cli.Run;
import io.polybloom.cli.Samples;
import io.polybloom.cli.server.Client;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters that are merged into one, as a user does it. */
class MergeCommandTest extends OnRedis {

    private static final List<String> MONDAY = Samples.texts("mon", 2000);
    private static final List<String> TUESDAY = Samples.texts("tue", 2000);

    @ParameterizedTest
    @EnumSource
    void twoFiltersIntoANewOne(Client client) {
        add("monday", MONDAY, "--capacity", "5000");
        add("tuesday", TUESDAY, "--capacity", "5000");
        Run merged = run("merge", "monday", "tuesday", "--into", "week", "--client", client.toString());
        assertEquals(0, merged.exitCode(), merged::toString);
        assertEquals("", merged.text());
        assertTrue(merged.err().startsWith("filter 'week': 2 filters merged, 1 partition, "), merged::toString);
        assertHolds("week", MONDAY);
        assertHolds("week", TUESDAY);
        assertHolds("monday", MONDAY);
        Run again = run("merge", "monday", "--into", "week", "--client", client.toString());
        assertEquals(0, again.exitCode(), again::toString);
    }

    @Test
    void filtersThatHaveGrown() {
        add("monday", MONDAY, "--capacity", "1200", "--over-capacity", "grow");
        add("tuesday", TUESDAY, "--capacity", "1200", "--over-capacity", "grow");
        Run merged = run("merge", "monday", "tuesday", "--into", "week");
        assertEquals(0, merged.exitCode(), merged::toString);
        assertHolds("week", MONDAY);
        assertHolds("week", TUESDAY);
    }

    @Test
    void mistakes() {
        add("monday", MONDAY, "--capacity", "5000");
        add("other", TUESDAY, "--capacity", "6000");
        Map<String, String> before = snapshot();
        Run.assertFails("there is no filter 'mondya'", 1, run("merge", "monday", "mondya", "--into", "week"));
        Run different = run("merge", "monday", "other", "--into", "week");
        Run.assertFails("the filters 'other' and 'monday' cannot be merged: bits per partition is ", 1, different);
        Run.assertFails("cannot be merged", 1, run("merge", "monday", "--into", "other"));
        Run.assertFails("leave it out of the sources", 2, run("merge", "monday", "--into", "monday"));
        Run.assertFails("--into", 2, run("merge", "monday"));
        Run.assertFails("NAME", 2, run("merge", "--into", "week"));
        Run.assertFails("--redis URI or --data-dir DIR", 2, Run.of("merge", "monday", "--into", "week"));
        assertEquals(before, snapshot());
    }

    private Run run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--redis", server.uri()));
        return Run.of(all.toArray(new String[0]));
    }

    private void add(String name, List<String> lines, String... size) {
        List<String> all = new ArrayList<>(List.of(size));
        all.addAll(List.of("--name", name, "--redis", server.uri()));
        Run added = Run.withInput(String.join("\n", lines), all.toArray(new String[0]), "add");
        assertEquals(0, added.exitCode(), added::toString);
    }

    private void assertHolds(String name, List<String> lines) {
        String[] options = {"--name", name, "--redis", server.uri()};
        Run checked = Run.withInput(String.join("\n", lines), options, "check");
        assertEquals(0, checked.exitCode(), checked::toString);
        assertEquals(lines.size(), checked.lines().size());
        checked.lines().forEach(line -> assertTrue(line.startsWith("present\t"), line));
    }

    private Map<String, String> snapshot() {
        try (RespClient redis = server.client()) {
            return redis.snapshot();
        }
    }
}
