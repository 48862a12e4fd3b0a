package io.polybloom.spring.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed at places which a seed selects, on a real Redis, and started again until one ends. */
class KilledTest {

    private static final int LINES = 600;
    private static final int VALUES = 200;
    private static final int KILLS = 20;

    /** Enough that most runs commit a position, and few enough that the lines suffice for all kills. */
    private static final int PLACES = 240;

    private static RedisServer redis;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    /** A kill repeats at most the one line that was being processed. */
    @Test
    void withClaimsNothingIsLost() throws Exception {
        List<String> lines = lines(1);
        List<String> processed = runWithKills("claims", lines, 2);
        assertEquals(new HashSet<>(lines), new HashSet<>(processed));
        int repeats = processed.size() - new HashSet<>(processed).size();
        System.out.println(KILLS + " kills, " + repeats + " repeats");
        assertTrue(repeats > 0 && repeats <= KILLS, repeats + " repeats");
    }

    @Test
    void aStoreLosesLines() throws Exception {
        List<String> lines = lines(3);
        Set<String> lost = new HashSet<>(lines);
        List<String> processed = runWithKills("store", lines, 4);
        lost.removeAll(processed);
        System.out.println(KILLS + " kills with a store, " + lost.size() + " lines lost");
        assertFalse(lost.isEmpty());
        assertEquals(processed.size(), new HashSet<>(processed).size(), "nothing is repeated");
    }

    private static List<String> lines(long seed) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add("click-" + random.nextInt(VALUES));
        }
        return lines;
    }

    private List<String> runWithKills(String way, List<String> lines, long seed) throws Exception {
        Path input = Files.write(directory.resolve("in"), lines);
        Path position = directory.resolve("position");
        Path output = Files.createFile(directory.resolve("out"));
        Random random = new Random(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            int status = run(way, input, position, output, random.nextInt(PLACES));
            assertEquals(Halting.KILLED, status, way + ", kill " + kill);
        }
        assertEquals(0, run(way, input, position, output, Integer.MAX_VALUE));
        assertEquals(LINES, LineSource.committed(position));
        return Files.readAllLines(output);
    }

    private static int run(String way, Path input, Path position, Path output, int places) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        redis.uri(),
                        input.toString(),
                        position.toString(),
                        output.toString(),
                        way,
                        String.valueOf(places))
                .inheritIO()
                .start()
                .waitFor();
    }
}
