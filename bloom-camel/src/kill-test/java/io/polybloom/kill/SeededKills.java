package io.polybloom.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed at places which a seed selects, on a real Redis, and started again until one ends. */
public abstract class SeededKills {

    protected static final int LINES = 600;
    protected static final int KILLS = Integer.getInteger("polybloom.kills", 20);

    private static final int VALUES = 200;

    private static RedisServer redis;

    @TempDir
    protected Path directory;

    private final String withoutClaims;

    /** Creates the tests; the way without claims, which loses lines, shows that a loss would be seen. */
    protected SeededKills(String withoutClaims) {
        this.withoutClaims = withoutClaims;
    }

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
    void withoutClaimsLinesAreLost() throws Exception {
        List<String> lines = lines(3);
        Set<String> lost = new HashSet<>(lines);
        List<String> processed = runWithKills(withoutClaims, lines, 4);
        lost.removeAll(processed);
        System.out.println(KILLS + " kills without claims, " + lost.size() + " lines lost");
        assertFalse(lost.isEmpty());
        assertEquals(processed.size(), new HashSet<>(processed).size(), "nothing is repeated");
    }

    /** Returns the lines that the processes have processed; the last one is not killed. */
    protected abstract List<String> runWithKills(String way, List<String> lines, long seed) throws Exception;

    /** Returns lines that bring most values several times. */
    protected static List<String> lines(long seed) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add("click-" + random.nextInt(VALUES));
        }
        return lines;
    }

    /**
     * Runs a program in a process of its own.
     *
     * @param arguments its arguments after the first one, which is the URI of the server
     * @return its status
     */
    protected static int run(Class<?> program, Object... arguments) throws Exception {
        Stream<String> java = Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                redis.uri());
        Stream<String> rest = Stream.of(arguments).map(Object::toString);
        return new ProcessBuilder(Stream.concat(java, rest).toList())
                .inheritIO()
                .start()
                .waitFor();
    }
}
