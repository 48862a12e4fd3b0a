package io.polybloom.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills an application of Kafka Streams at seeded places, in turn between poll, add, send, commit and settle, and
 * starts it again.
 *
 * <p>The filter takes none of the few thousand values for another one: with 1e-9 for each, the chance is below 1e-5,
 * and the seeds are fixed.
 */
class DistinctStreamTest {

    private static final int EVENTS = 6000;
    private static final int VALUES = 3000;
    private static final int PARTITIONS = 3;
    private static final int KILLS = Integer.getInteger("polybloom.stream.kills", 20);

    /** The jars of the oldest version that is served. */
    private static final String OLDEST = System.getProperty("polybloom.stream.oldest") + "/*";

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
    void atLeastOnceLosesNothingAndRepeatsOnlyWhatWasNotCommitted() throws Exception {
        Run run = new Run("claims", StreamsConfig.AT_LEAST_ONCE, 1);
        List<String> forwarded = run.withKills(KILLS, places());
        assertEquals(new HashSet<>(run.events), new HashSet<>(forwarded));
        int repeats = forwarded.size() - new HashSet<>(forwarded).size();
        System.out.println(repeats + " repeats, " + run.uncommitted + " records not committed");
        assertTrue(repeats <= run.uncommitted, repeats + " repeats, " + run.uncommitted + " not committed");
    }

    @Test
    void exactlyOnceForwardsEachOnce() throws Exception {
        forwardsEachOnce(new Run("claims", StreamsConfig.EXACTLY_ONCE_V2, 2));
    }

    /** Kafka Streams 4.0 has dropped this guarantee, under which each task has a producer. */
    @Test
    void theFirstExactlyOnceOnTheOldestVersionForwardsEachOnce() throws Exception {
        Run run = new Run("claims", "exactly_once", 4);
        run.classPath = OLDEST + File.pathSeparator + run.classPath;
        forwardsEachOnce(run);
    }

    private static void forwardsEachOnce(Run run) throws Exception {
        List<String> forwarded = run.withKills(KILLS, places());
        assertEquals(new HashSet<>(run.events), new HashSet<>(forwarded));
        assertEquals(new HashSet<>(forwarded).size(), forwarded.size());
    }

    /** The control, under either guarantee. */
    @Test
    void withoutClaimsRecordsAreLost() throws Exception {
        for (String guarantee : List.of(StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2)) {
            Run run = new Run("plain", guarantee, 3);
            Set<String> lost = new HashSet<>(run.events);
            run.withKills(2, List.of(Death.Place.ADDED)).forEach(lost::remove);
            System.out.println(lost.size() + " lost without claims, " + guarantee);
            assertFalse(lost.isEmpty(), guarantee);
        }
    }

    private static List<Death.Place> places() {
        List<Death.Place> places = new ArrayList<>(List.of(Death.Place.values()));
        places.remove(Death.Place.NOWHERE);
        return places;
    }

    private static final class Run {

        private final String way;
        private final String guarantee;
        private final Random random;
        private final String input;
        private final String output;
        private final List<String> events = new ArrayList<>();

        /** Of all killed processes: the records that they had processed but not committed. */
        private int uncommitted;

        private String classPath = System.getProperty("java.class.path");

        Run(String way, String guarantee, long seed) throws Exception {
            this.way = way;
            this.guarantee = guarantee;
            random = new Random(seed);
            input = way + "-" + guarantee + "-in";
            output = way + "-" + guarantee + "-out";
            broker.create(input, PARTITIONS);
            broker.create(output, 1);
            for (int i = 0; i < EVENTS; i++) {
                events.add("click-" + random.nextInt(VALUES));
            }
            broker.write(input, PARTITIONS, events);
        }

        /** Returns what the processes have forwarded; the last one is not killed. */
        List<String> withKills(int kills, List<Death.Place> places) throws Exception {
            for (int kill = 0; kill < kills; kill++) {
                Death.Place place = places.get(kill % places.size());
                assertEquals(HaltingOutput.KILLED, run(place, passes(place)), "at " + place + ", kill " + kill);
            }
            assertEquals(0, run(Death.Place.NOWHERE, 0));
            return broker.read(output);
        }

        private int passes(Death.Place place) {
            return switch (place) {
                case POLLED, BEFORE_COMMIT, COMMITTED -> random.nextInt(2);
                case BEFORE_SETTLE, SETTLED, NOWHERE -> 0;
                case BEFORE_ADD, ADDED, SENT -> random.nextInt(60);
            };
        }

        private int run(Death.Place place, int passes) throws IOException, InterruptedException {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            Process victim = new ProcessBuilder(
                            java,
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            classPath,
                            StreamVictim.class.getName(),
                            broker.address(),
                            input,
                            output,
                            redis.uri(),
                            way,
                            guarantee,
                            place.name(),
                            String.valueOf(passes))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String printed = new String(victim.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!printed.isEmpty()) {
                uncommitted += Integer.parseInt(printed);
            }
            return victim.waitFor();
        }
    }
}
