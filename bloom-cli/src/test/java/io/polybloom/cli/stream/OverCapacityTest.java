package io.polybloom.cli.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.cli.Run;
import io.polybloom.cli.console.Console;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.tck.server.RedisServer;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More lines than a filter was made for. The property {@code bloom.lines} is the number of lines. */
class OverCapacityTest {

    private static final int LINES = Integer.getInteger("bloom.lines", 100_000);
    private static final int CAPACITY = LINES / 10;
    private static final byte[] DISTINCT = distinct(LINES);
    private static final Pattern DROPPED = Pattern.compile("; about ([\\d,]+) of the duplicates were probably new");

    /**
     * With a rate of 1 % the expected number is at least 0.99 of the lines; more than 0.11 % below is ten standard
     * deviations away at 100,000 lines.
     */
    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void aFilterThatDedupCreatesGrows(String client) {
        Run run = Run.withInput(DISTINCT, dedup("--client", client));
        assertEquals(0, run.exitCode(), run::toString);
        int printed = run.lines().size();
        assertTrue(printed >= 0.989 * LINES, run::toString);
        assertFalse(run.err().contains("warning"), run::toString);
        assertEquals(LINES - printed, dropped(run), 0.25 * (LINES - printed), run::toString);
    }

    @Test
    void aFilterThatDegradesSaysSoAndHowManyLinesItHasProbablyDropped() {
        Run run = Run.withInput(DISTINCT, dedup("--over-capacity", "degrade"));
        assertEquals(0, run.exitCode(), run::toString);
        int printed = run.lines().size();
        assertTrue(printed < 0.6 * LINES, run::toString);
        List<String> errors = run.err().lines().toList();
        assertTrue(
                errors.get(0).startsWith("bloom: warning: the filter 'bloom' is over capacity: it was made for "),
                run::toString);
        assertEquals(2, errors.size(), run::toString);
        assertEquals(LINES - printed, dropped(run), 0.15 * (LINES - printed), run::toString);
    }

    @Test
    void whatAddCreatesGrowsAndWhatLoadCreatesDegrades() {
        try (RedisServer server = RedisServer.start()) {
            Map<String, String> policies = Map.of("add", "grow", "dedup", "grow", "load", "degrade");
            policies.forEach((command, policy) -> {
                String[] where = {"--name", command, "--redis", server.uri()};
                Run.withInput("a\n", where, command, "--capacity", "9");
                assertEquals(policy, Run.with(where, "info").value("over capacity"), command);
            });
        }
    }

    @Test
    void strictEndsTheRunWhenTheCapacityIsPassed() {
        for (String command : List.of("dedup", "add")) {
            Run run = Run.withInput(
                    DISTINCT, command, "--capacity", "" + CAPACITY, "--over-capacity", "degrade", "--strict");
            assertEquals(CapacityGuard.OVER_CAPACITY, run.exitCode(), run::toString);
            assertTrue(run.err().contains(" is over capacity: it was made for "), run::toString);
            assertTrue(run.err().endsWith(" (--strict)\n"), run::toString);
            if (command.equals("dedup")) {
                assertEquals(CAPACITY, run.lines().size(), 0.05 * CAPACITY, run::toString);
            }
        }
        Run grown = Run.withInput(DISTINCT, dedup("--strict"));
        assertEquals(0, grown.exitCode(), grown::toString);
    }

    @Test
    void strictBeginsNothingInAFilterThatIsOverItsCapacity() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--name", "n", "--redis", server.uri()};
            String many = new String(distinct(2_000), StandardCharsets.UTF_8);
            Run loaded = Run.withInput(many, where, "load", "--capacity", "500");
            assertTrue(loaded.err().contains("warning: the filter 'n' is over capacity"), loaded::toString);
            // The filter that exists counts, since the command line names no policy.
            Run refused = Run.withInput("a\n", where, "dedup", "--capacity", "500", "--strict");
            assertEquals(CapacityGuard.OVER_CAPACITY, refused.exitCode(), refused::toString);
            assertTrue(refused.err().startsWith("0 lines: "), refused::toString);
            Run added = Run.withInput("a\n", where, "add");
            assertEquals(0, added.exitCode(), added::toString);
            assertTrue(added.err().startsWith("bloom: warning: the filter 'n' is over capacity"), added::toString);
        }
    }

    /** A small call costs more per line than a large one, so only what is left of the capacity makes calls small. */
    @Test
    void callsAreSmallOnlyBeforeTheCapacityIsReached() {
        FilterSpec spec = FilterSpec.named("n")
                .capacity(16_000)
                .overCapacity(OverCapacity.DEGRADE)
                .build();
        BloomFilter<byte[]> filter = InMemoryBloom.create().open(spec, Elements.bytes());
        Console console = new Console(
                InputStream.nullInputStream(), OutputStream.nullOutputStream(), System.err, 0, false, () -> 0);
        CapacityGuard guard = new CapacityGuard(filter, console, true);
        guard.check();
        assertEquals(2_000, guard.mostLines());
        guard.added(900);
        assertEquals(1_100, guard.mostLines());
        for (int i = 0; i < 15_500; i++) {
            filter.add(Integer.toString(i).getBytes(StandardCharsets.US_ASCII));
        }
        guard.check();
        assertEquals(16_000 - filter.stats().estimatedCount(), guard.mostLines());
    }

    private static String[] dedup(String... further) {
        List<String> arguments = new ArrayList<>(List.of("dedup", "--capacity", "" + CAPACITY));
        arguments.addAll(List.of(further));
        return arguments.toArray(new String[0]);
    }

    private static long dropped(Run run) {
        Matcher matcher = DROPPED.matcher(run.err());
        assertTrue(matcher.find(), run::toString);
        return Long.parseLong(matcher.group(1).replace(",", ""));
    }

    private static byte[] distinct(int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append("line ").append(i).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
