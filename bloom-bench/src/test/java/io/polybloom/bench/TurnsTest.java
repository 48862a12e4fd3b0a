package io.polybloom.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.report.Measured;
import io.polybloom.bench.report.Tables;
import io.polybloom.bench.report.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From what JMH writes to the tables. */
class TurnsTest {

    private static final Path NOW = Path.of("now.jar");
    private static final Path BEFORE = Path.of("before.jar");

    @TempDir
    Path directory;

    /** Each turn has one fork of each build; its ratios are those within it. */
    @Test
    void aTurnIsAForkOfEachBuild() throws IOException {
        AtomicInteger runs = new AtomicInteger();
        List<Measured> results = take(List.of(NOW, BEFORE), build -> {
            int run = runs.incrementAndGet();
            String result = mean("BulkCalls.add", "\"call\": \"100\", \"client\": \"jedis\"", run);
            return "[" + (run < 3 ? result : result.replace("server.in", "gc.time")) + "]";
        });
        assertEquals(2, results.size());
        assertArrayEquals(new double[] {1000, 3000}, results.get(0).nanos());
        assertArrayEquals(new double[] {2000, 4000}, results.get(1).nanos());
        assertArrayEquals(new double[] {12}, results.get(0).metrics().get("gc.time"));
        assertEquals(BEFORE.toString(), results.get(1).parameter(Measured.BUILD).orElseThrow());
        String table = Tables.of(results).get(0).markdown();
        assertTrue(table.contains("| x build before | (turns) |"), table);
        assertTrue(table.contains("| 1.67 | 1.33..2.00 |"), table);
    }

    @Test
    void peersAreInTheTableOfTheSameOperation() throws IOException {
        List<Measured> results = take(
                List.of(NOW),
                build -> "["
                        + mean("BulkCalls.add", "\"call\": \"100\", \"client\": \"jedis\"", 2) + ","
                        + mean("BulkCalls.add", "\"call\": \"10000\", \"client\": \"jedis\"", 1) + ","
                        + mean("BulkCalls.addByPeer", "\"call\": \"10000\", \"peer\": \"redisson\"", 30) + "]");
        String table = Tables.of(results).get(0).markdown();
        assertTrue(table.contains("| 100 | jedis (ours) | 500,000 |  |  | 7.000 | 12 |"), table);
        assertTrue(table.contains("| 10,000 | jedis (ours) | 1,000,000 | 30.00 | 30.00..30.00 | 7.000 | 12 |"), table);
    }

    @Test
    void targetsAreJudgedByTheirWorstResult() throws IOException {
        String capacities = "\"server\": \"loopback\", \"form\": \"automatic\", \"capacity\": \"1000000\"";
        List<Measured> results = take(
                List.of(NOW),
                build -> "["
                        + mean("BulkCalls.add", capacities + ", \"call\": \"10000\", \"client\": \"jedis\"", 1) + ","
                        + mean("BulkCalls.add", capacities + ", \"call\": \"100\", \"client\": \"jedis\"", 4) + ","
                        + mean("BulkCalls.add", capacities + ", \"call\": \"1000\", \"client\": \"jedis\"", 2) + ","
                        + mean("BulkCalls.addByPeer", "\"call\": \"100\", \"peer\": \"module\"", 1) + ","
                        + mean("BulkCalls.addByPeer", "\"call\": \"1000\", \"peer\": \"module\"", 1) + ","
                        + mean("BulkCalls.addByPeer", "\"call\": \"10000\", \"peer\": \"redisson\"", 30) + "]");
        String table = Targets.of(results).part().markdown();
        assertTrue(
                table.contains("| add in calls of 10,000, Jedis, against Redisson add(Collection) | at least 20.00x |"
                        + " 30.00x | 30.00..30.00 | reached |"),
                table);
        assertTrue(
                table.contains("| add in calls of 100 and 1,000, Jedis, against BF.MADD, worst row | at least 0.500x |"
                        + " 0.250x | 0.25..0.25 | missed |"),
                table);
        assertEquals(
                "1 of 2 measured targets were reached.",
                Targets.of(results).headline().get(0));
    }

    /** Of samples, the median counts, by turns; percentiles are those of all turns. */
    @Test
    void samplesHaveAMedianForEachTurn() throws IOException {
        AtomicInteger runs = new AtomicInteger();
        List<Measured> results = take(
                List.of(NOW),
                build -> "[" + sample(runs.incrementAndGet() == 1 ? "[[1, 4], [9, 5]], [[2, 1]]" : "[[3, 9], [70, 1]]")
                        + "]");
        assertArrayEquals(new double[] {2000, 3000}, results.get(0).nanos());
        assertEquals(70, results.get(0).percentile(99));
    }

    private List<Measured> take(List<Path> builds, Turns.Run run) throws IOException {
        Path file = directory.resolve("results.json");
        new Turns(builds, run).take(2, file);
        return Measured.read(file);
    }

    private static String mean(String name, String parameters, int micros) {
        return String.format(Locale.ROOT, """
                {"benchmark": "io.polybloom.bench.%s", "mode": "avgt", "forks": 1, "params": {%s},
                 "primaryMetric": {"scoreUnit": "us/op", "rawData": [[%d, %d]]},
                 "secondaryMetrics": {"server.time": {"rawData": [[7, 7]]}, "server.in": {"rawData": [[12, 12]]}}}
                """, name, parameters, micros, micros);
    }

    private static String sample(String iterations) {
        return """
                {"benchmark": "io.polybloom.bench.SingleCalls.get", "mode": "sample", "forks": 1,
                 "primaryMetric": {"scoreUnit": "us/op", "rawDataHistogram": [[%s]]}, "secondaryMetrics": {}}
                """.formatted(iterations);
    }
}
