package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.OnRedis;
import io.polybloom.cli.Run;
import io.polybloom.cli.server.Client;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Filters that forget, as a user works with them. A slice may end in the middle of any test, and the next one may have
 * been made ahead of its time.
 */
class WindowCommandsTest extends OnRedis {

    private static final Duration SLICE = Duration.ofHours(12);

    private static final Pattern LOCATION = Pattern.compile("\"key\":\"(.*)\",\"offsets\":\\[(.*)]");

    @ParameterizedTest
    @EnumSource
    void linesAreRememberedInSlices(Client client) {
        String[] size = {"--capacity", "1000", "--window", "7d", "--slices", "14", "--client", client.toString()};
        String[] named = {"--client", client.toString()};
        assertEquals("a\nb\n", succeeds(run("a\nb\na\n", "dedup", size)).text());
        assertEquals("c\n", succeeds(run("a\nb\nc\n", "dedup", size)).text());
        assertTrue(succeeds(run("c\nd\n", "add", named)).err().startsWith("2 lines: 1 added, 1 already present"));
        assertTrue(succeeds(run("d\ne\n", "load", size)).err().startsWith("2 lines loaded"));
        Run checked = succeeds(run("a\nb\nc\nd\ne\nf\n", "check", named));
        assertEquals("present\ta\npresent\tb\npresent\tc\npresent\td\npresent\te\nabsent\tf\n", checked.text());
        Run info = succeeds(run("", "info", named));
        assertEquals("7d in 14 slices of 12h", info.value("window"));
        assertEquals("1,000 elements in 7d", info.value("capacity"));
        assertFalse(info.text().contains("LAYER"), info.text());
        List<String[]> slices = slices(info);
        assertFalse(slices.isEmpty(), info.text());
        for (String[] slice : slices) {
            Instant begin = Instant.ofEpochMilli(Long.parseLong(slice[0]) * SLICE.toMillis());
            assertEquals(begin, Instant.parse(slice[1]));
            assertEquals(begin.plus(SLICE), Instant.parse(slice[2]));
            assertEquals(begin.plus(SLICE).plus(Duration.ofDays(7)), Instant.parse(slice[3]));
        }
    }

    @Test
    void aWindowHasFourSlicesByDefault() {
        succeeds(run("a\n", "add", "--capacity", "1000", "--window", "24h"));
        assertEquals("1d in 4 slices of 6h", run("", "info").value("window"));
        succeeds(run("a\n", "add", "--capacity", "1000", "--window", "1d", "--slices", "4"));
        Run other = run("a\n", "add", "--capacity", "1000", "--window", "24h", "--slices", "3");
        Run.assertFails("window is 1d in 4 slices, not 1d in 3 slices", 1, other);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(300)
    void aLineThatIsForgottenIsNewAgain(Client client) {
        String[] size = {"--capacity", "9", "--window", "1s", "--slices", "1", "--client", client.toString()};
        succeeds(run("a\n", "dedup", size));
        while (succeeds(run("a\n", "check", "--client", client.toString()))
                .text()
                .equals("present\ta\n")) {
            Thread.onSpinWait();
        }
        Run info = succeeds(run("", "info", "--client", client.toString()));
        assertEquals("0 %", info.value("fill"));
        assertEquals("0 elements, counted once in each slice", info.value("estimated count"));
        assertEquals(0, slices(info).size(), info.text());
        assertEquals("a\n", succeeds(run("a\n", "dedup", size)).text());
    }

    @Test
    void explainNamesTheBitsOfEachSlice() {
        succeeds(run("", "add", "--capacity", "1000", "--window", "7d"));
        Run.assertFails("has no slice now: nothing was added within its window", 1, run("a\n", "explain"));
        succeeds(run("a\n", "add"));
        List<String> lines = succeeds(run("a\n", "explain")).lines();
        int holding = 0;
        long set = 0;
        String bits = "";
        try (RespClient redis = server.client()) {
            for (String line : lines) {
                Matcher location = LOCATION.matcher(line);
                assertTrue(location.find(), line);
                Set<String> offsets = Set.copyOf(List.of(location.group(2).split(",")));
                long here = offsets.stream()
                        .filter(offset -> "1".equals(redis.text("GETBIT", location.group(1), offset)))
                        .count();
                set += here;
                holding += here == offsets.size() ? 1 : 0;
                // The last byte is the trailer.
                bits = redis.text("BITCOUNT", location.group(1), "0", "-2");
            }
        }
        assertEquals(1, holding, lines::toString);
        assertEquals(bits, Long.toString(set), "the bits of all slices");
    }

    @Test
    void aWriterWorksInAWindow() {
        String[] size = {"--capacity", "9", "--window", "7d", "--writer", "w"};
        assertEquals("a\nb\n", succeeds(run("a\nb\na\n", "dedup", size)).text());
        assertEquals(
                "c\n", succeeds(run("a\nb\na\nc\n", "dedup", "--writer", "w")).text());
        succeeds(run("c\n", "add", "--capacity", "9", "--window", "7d"));
        assertEquals(
                "d\n", succeeds(run("c\nd\n", "dedup", "--writer", "other")).text());
    }

    /** The claims stay when the lines are forgotten. */
    @Test
    @Timeout(300)
    void aWriterStaysWhenItsLinesAreForgotten() {
        String[] size = {"--capacity", "9", "--window", "1s", "--slices", "1", "--writer", "w"};
        assertEquals("a\n", succeeds(run("a\n", "dedup", size)).text());
        while (succeeds(run("a\n", "check")).text().equals("present\ta\n")) {
            Thread.onSpinWait();
        }
        assertEquals("a\n", succeeds(run("a\n", "dedup", size)).text());
    }

    @Test
    void planShowsASlice() {
        Run run = succeeds(Run.of("plan", "--capacity", "1000000", "--window", "24h", "--slices", "4"));
        // 250,000 elements with the rate 0.01 / 5
        Run slice = succeeds(Run.of("plan", "--capacity", "250000", "--fpp", "0.002", "--over-capacity", "degrade"));
        List<String> slices = slice.lines().stream()
                .filter(line -> !line.startsWith("counting-v1"))
                .toList();
        assertEquals(slice.lines().size() - 3, slices.size());
        assertEquals(slices.size(), run.lines().size(), "a filter that counts does not forget");
        for (int i = 1; i < run.lines().size(); i++) {
            String[] cells = run.lines().get(i).split(" {2,}");
            String[] same = slices.get(i).split(" {2,}");
            // The partitions are smaller, so their bits are rounded up more often.
            assertEquals(List.of(same[0], same[1], same[3]), List.of(cells[0], cells[1], cells[3]));
            double atCapacity = Double.parseDouble(same[7]);
            assertEquals(5 * atCapacity, Double.parseDouble(cells[7]), 0.0001, run.text());
        }
    }

    private Run run(String input, String command, String... options) {
        String[] common = {"--name", "w", "--redis", server.uri()};
        return Run.withInput(input, common, command, options);
    }

    private static List<String[]> slices(Run info) {
        List<String[]> slices = new ArrayList<>();
        for (String line : info.lines()) {
            if (Character.isDigit(line.isEmpty() ? ' ' : line.charAt(0))) {
                slices.add(line.split(" {2,}"));
            }
        }
        return slices;
    }
}
