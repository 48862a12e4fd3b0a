package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.cli.output.Figures;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanAndDemoCommandTest {

    @Test
    void planHonoursTheRateInEachSizing() {
        Run run = Run.of("plan", "--capacity", "20000", "--fpp", "0.0001", "--over-capacity", "degrade");
        assertEquals(0, run.exitCode(), run::toString);
        String balanced = row(run, "classic-v1  balanced");
        String compact = row(run, "classic-v1  compact");
        String fast = row(run, "classic-v1  fast");
        assertTrue(balanced.contains(" 420,912 "), "M = 420,909, rounded up to whole bytes: " + balanced);
        assertTrue(balanced.matches(".*\\b8\\s+1\\s+51\\.4 KiB\\s.*\\b0\\.0001\\b.*"), balanced);
        assertTrue(compact.matches(".*\\b13\\s+1\\s+46\\.8 KiB\\s.*\\b0\\.0001\\b.*"), compact);
        assertTrue(fast.matches(".*\\b4\\s+1\\s+92\\.7 KiB\\s.*\\b0\\.0001\\b.*"), fast);
    }

    /** The first layer has half of the rate, the second one a quarter, the third one an eighth. */
    @Test
    void planShowsThatAFilterKeepsItsRateWhenItGrows() {
        Run run = Run.of("plan", "--capacity", "20000", "--fpp", "0.0001");
        assertEquals(0, run.exitCode(), run::toString);
        String balanced = row(run, "classic-v1  balanced");
        assertTrue(balanced.matches(".*\\s444,912\\s+9\\s+1\\s+54\\.3 KiB\\s+2\\.32e-07\\s+5\\.00e-05\\s.*"), balanced);
        String[] cells = balanced.split("\\s+");
        double atFour = Double.parseDouble(cells[cells.length - 1]);
        assertTrue(atFour > 0.00007 && atFour < 0.0000875, balanced);
    }

    /** The bits that are computed without a server are those of the filter that dedup creates. */
    @Test
    void explainAgreesWithWhatDedupCreates() {
        try (RedisServer server = RedisServer.start()) {
            String[] size = {"--name", "x", "--capacity", "20000", "--fpp", "0.0001"};
            Run planned = Run.withInput("event-1\n", size, "explain");
            assertEquals(
                    0,
                    Run.withInput("event-1\n", size, "dedup", "--redis", server.uri())
                            .exitCode());
            Run stored = Run.of("explain", "--name", "x", "--redis", server.uri());
            assertEquals(0, stored.exitCode(), stored::toString);
            Run existing = Run.withInput("event-1\n", size, "explain", "--redis", server.uri());
            assertEquals(offsets(planned), offsets(existing));
            assertTrue(offsets(planned).length() > 20, planned.text());
        }
    }

    private static String offsets(Run run) {
        assertEquals(1, run.lines().size(), run::toString);
        return run.text().substring(run.text().indexOf("\"offsets\""));
    }

    @Test
    void planShowsWhatBlocksCost() {
        Run run = Run.of("plan", "--capacity", "1000000", "--fpp", "1e-9", "--over-capacity", "degrade");
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(row(run, "classic-v1  balanced").matches(".*\\s47,352,\\d+\\s+18\\s.*"), run.text());
        String blocked = row(run, "blocked-v1  balanced");
        assertTrue(blocked.matches(".*\\s87,908,352\\s+15\\s+21\\s+10\\.5 MiB\\s.*"), blocked);
    }

    @Test
    void planLeavesOutALayoutThatCannotReachTheRate() {
        Run run = Run.of("plan", "--capacity", "1000", "--fpp", "1e-40");
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals(7, run.lines().size(), run.text());
        assertTrue(run.err().startsWith("bloom: the layout blocked-v1 needs more than 32768000 bits"), run::toString);
        assertTrue(run.err().contains("bloom: the layout words-v1 needs more than 4096000 bits"), run::toString);
        assertEquals(2, run.err().lines().count(), run::toString);
    }

    @Test
    void helpNamesTheLayouts() {
        Run run = Run.of("dedup", "--help");
        assertTrue(
                run.text()
                        .replaceAll("\\s+", " ")
                        .contains("bf, bkdr, blocked-v1, classic-v1, counting-v1, go-zero, guava-32, guava-64,"
                                + " guava-helper, redisson, server, words-v1 (default: classic-v1)"),
                run.text());
    }

    @Test
    void explainShowsABlock() {
        Run run = Run.withInput(
                "event-1\n", "explain", "--layout", "blocked-v1", "--bits", "470528", "--hashes", "8", "--name", "x");
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(
                run.text().contains("\"offsets\":[299590,299683,299809,299549,299817,299735,300015,299673]"),
                run.text());
    }

    @Test
    void demoComparesEveryClientWithTheTruth() {
        int count = 30_000;
        Set<String> exact = new HashSet<>();
        for (byte[] word : new RandomWords(3).next(count)) {
            exact.add(new String(word, StandardCharsets.US_ASCII));
        }
        try (RedisServer server = RedisServer.start()) {
            Run run = Run.of("demo", "--count", "" + count, "--seed", "3", "--redis", server.uri());
            assertEquals(0, run.exitCode(), run::toString);
            assertTrue(
                    run.text().startsWith("30,000 words, " + Figures.count(exact.size()) + " of them distinct"),
                    run.text());
            for (String client : List.of("jedis", "lettuce", "redisson", "vertx")) {
                String[] cells = row(run, client).split("\\s+");
                long unique = number(cells[1]);
                long falsePositives = number(cells[3]);
                assertEquals(count, unique + number(cells[2]));
                assertEquals(exact.size(), unique + falsePositives);
                assertTrue(falsePositives < exact.size() / 100, run.text());
                assertTrue(number(cells[cells.length - 1]) > 0);
            }
            try (RespClient client = server.client()) {
                assertEquals(List.of(), StoredFilter.keysLeft(client, "*"), "the demo tidies up");
            }
        }
    }

    @Test
    void demoRunsOneClientOnTheEmbeddedServer() {
        Run run = Run.of("demo", "--count", "1000", "--capacity", "10", "--client", "VertX");
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals(3, run.lines().size(), run.text());
        String[] cells = row(run, "vertx").split("\\s+");
        assertTrue(number(cells[3]) > 100, "a filter for 10 elements takes many new words for old: " + run.text());
    }

    private static String row(Run run, String beginning) {
        for (String line : run.lines()) {
            if (line.replaceAll(" +", " ").startsWith(beginning.replaceAll(" +", " ") + " ")) {
                return line;
            }
        }
        throw new AssertionError("no row " + beginning + " in " + run.text() + run);
    }

    private static long number(String cell) {
        return Long.parseLong(cell.replace(",", ""));
    }
}
