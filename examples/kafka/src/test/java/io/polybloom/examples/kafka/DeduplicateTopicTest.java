package io.polybloom.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.io.IOException;
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

/**
 * Kills the consumer at seeded places and starts it again. With claims nothing is lost; without them it is.
 *
 * <p>The filter takes none of the few thousand values for another one: with 1e-9 for each, the chance is below 1e-5,
 * and the seeds are fixed.
 */
class DeduplicateTopicTest {

    private static final int EVENTS = 4000;
    private static final int VALUES = 1500;
    private static final int PARTITIONS = 3;
    private static final int KILLS = Integer.getInteger("polybloom.kills", 8);

    /** The records that one poll brings at most, by Kafka's default. */
    private static final int BATCH = 500;

    private static Broker broker;
    private static RedisServer redis;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        broker = Broker.start(directory);
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.stop();
        redis.close();
    }

    @Test
    void withClaimsNothingIsLost() throws Exception {
        List<String> events = events(1);
        List<String> forwarded = runWithKills("claims", events, 2);
        assertEquals(new HashSet<>(events), new HashSet<>(forwarded));
        int repeats = forwarded.size() - new HashSet<>(forwarded).size();
        assertTrue(repeats <= KILLS * BATCH, repeats + " repeats");
    }

    @Test
    void withoutClaimsEventsAreLost() throws Exception {
        List<String> events = events(3);
        Set<String> lost = new HashSet<>(events);
        lost.removeAll(runWithKills("plain", events, 4));
        assertFalse(lost.isEmpty());
    }

    private static List<String> events(long seed) {
        Random random = new Random(seed);
        List<String> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            events.add("click-" + random.nextInt(VALUES));
        }
        return events;
    }

    /** The first process dies before it has forwarded anything, the last one is not killed. */
    private static List<String> runWithKills(String way, List<String> events, long seed) throws Exception {
        String input = way + "-in";
        String output = way + "-out";
        broker.create(input, PARTITIONS);
        broker.create(output, 1);
        broker.write(input, PARTITIONS, events);
        Random random = new Random(seed);
        int calls = 0;
        int kills = 0;
        int status = run(input, output, way, calls);
        while (status == HaltingOutput.KILLED) {
            kills++;
            calls = kills < KILLS ? random.nextInt(VALUES / KILLS) : Integer.MAX_VALUE;
            status = run(input, output, way, calls);
        }
        assertEquals(0, status, "after " + kills + " kills");
        assertTrue(kills == KILLS || way.equals("plain"), kills + " kills: too few events for more");
        return broker.read(output);
    }

    private static int run(String input, String output, String way, int calls)
            throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        broker.address(),
                        input,
                        output,
                        redis.uri(),
                        way,
                        String.valueOf(calls))
                .inheritIO()
                .start()
                .waitFor();
    }
}
